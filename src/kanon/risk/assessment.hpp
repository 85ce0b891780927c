// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/population_uniques.hpp"
#include "kanon/risk/reidentification.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::risk {

/// Whom a row may belong to, which is what risk is counted by.
enum class Subject : std::uint8_t {
    row,       ///< each row is a person
    person,    ///< distinct persons of the class
    candidate  ///< rows of a freeform release that may be a person's; at least these
};

[[nodiscard]] std::string_view to_string(Subject subject);  ///< `row`, `person`, `candidate`

/// The risk of one table before and after a release.
struct BeforeAfter {
    Reidentification before{};
    Reidentification after{};
    Subject subject_before = Subject::row;
    Subject subject_after = Subject::row;
};

/// Where the people of a class in the population come from.
enum class PeopleSource : std::uint8_t {
    none,
    table,     ///< counted in a table of the population
    weights,   ///< sums of sampling weights
    fraction,  ///< subjects / share of the population that was sampled
};

/// `none`, `table`, `weights`, `fraction`.
[[nodiscard]] std::string_view to_string(PeopleSource source);

/// What a table of the population shows.
struct CountedPeople {
    std::uint64_t people = 0;
    std::uint64_t uniques = 0;      ///< people who alone have their values
    std::uint64_t rows_unique = 0;  ///< of the table, alone in it and in the population
    std::uint64_t rows_beyond = 0;  ///< of the table, that the population lacks
};

/// The figures of a table as it stands, or of a release.
struct TableRisk {
    Reidentification found{};
    Subject subject = Subject::row;
    std::uint64_t suppressed_rows = 0;  ///< starred throughout or left out: in no class
    /// With weights or a fraction: see individual_risk(). Its average times the rows are the rows
    /// that are expected to be found.
    std::optional<AttackerRisk> individual{};
    /// With weights or a fraction, and rows in classes.
    std::optional<PopulationUniques> uniques{};
};

/// What a column adds to the risk of a table.
struct ColumnRisk {
    std::string column;
    std::uint64_t uniques_without = 0;  ///< rows that stand alone in all other columns
    double average_without = 0;         ///< prosecutor's average risk by all other columns
    /// Share of the scores of minimal sample uniques in sets that hold the column; none: not asked.
    std::optional<double> suda_share{};
};

/// Minimal sample uniques in figures.
struct SudaFigures {
    std::size_t largest = 0;  ///< columns in a set, at most
    bool is_capped = false;   ///< there are more columns than are looked at together
    std::uint64_t uniques = 0;
    std::uint64_t specials = 0;               ///< uniques with a set of fewer columns than all
    std::vector<std::uint64_t> sets_of_size;  ///< of 1, 2, ... columns
    double greatest_score = 0;
    std::optional<double> file_risk{};     ///< data_intrusion_risk(); none: no sampled share
    std::optional<double> greatest_dis{};  ///< of dis_suda_scores()
};

/// The risk by somebody who knows a set of quasi-identifiers.
struct KnownSetRisk {
    Reidentification found{};
    std::vector<std::string> columns;  ///< that they know
};

/// The risk by an adversary of the policy: by the columns, or of all sets of `any` columns by the
/// one with the greatest average risk.
struct AdversaryRisk {
    std::vector<std::string> columns{};  ///< as the policy lists them; empty: any
    std::size_t any = 0;
    std::uint64_t sets = 1;
    KnownSetRisk before{};
    std::optional<KnownSetRisk> after{};
};

/// Rows that are found by items of their list: by those up to m items that fewest rows have all of.
struct ItemsKnown {
    std::uint64_t rows = 0;   ///< whose list has an item
    std::uint64_t alone = 0;  ///< that some such items single out
    std::uint64_t above = 0;  ///< whose risk, 1 / rows that have the items, is above the threshold
    double expected = 0;      ///< found, if one of these rows is guessed: the sum of the risks
};

struct ListRiskOf {
    ItemsKnown by_items{};      ///< known alone, among all rows
    ItemsKnown with_columns{};  ///< among the rows with the same quasi-identifiers
};

/// The risk by a column of lists.
struct ListRisk {
    std::string column;
    std::size_t most = 0;  ///< items that somebody knows
    ListRiskOf before{};
    std::optional<ListRiskOf> after{};
};

/// Some rows, told apart by their quasi-identifiers within their stratum.
struct StratumRisk {
    /// Of the columns of strata, "" where missing; empty: several strata together.
    std::vector<std::string> values{};
    std::uint64_t strata = 1;  ///< how many
    Reidentification found{};
    std::optional<AttackerRisk> individual{};  ///< as of TableRisk
};

/// The risk within strata, by somebody who knows a row's stratum besides its quasi-identifiers.
struct StrataRisk {
    std::vector<std::string> columns;  ///< that tell strata apart
    StratumRisk all{};
    /// By their values; those of fewer rows than the threshold asks of a class come together last.
    std::vector<StratumRisk> each{};
};

/// Everything that is known of the risk of a table, and of a release of it.
struct Assessment {
    std::vector<std::string> quasi_identifiers;
    std::string person;  ///< column that tells persons apart; "": each row is one
    PeopleSource people = PeopleSource::none;
    std::string weights;               ///< column
    std::optional<double> fraction{};  ///< of the population that was sampled
    std::optional<CountedPeople> population{};
    TableRisk before{};
    std::optional<TableRisk> after{};
    std::vector<ColumnRisk> columns{};         ///< in the order of the quasi-identifiers
    std::vector<AdversaryRisk> adversaries{};  ///< who know some quasi-identifiers
    std::optional<SudaFigures> suda{};
    std::optional<ListRisk> lists{};
    std::optional<StrataRisk> strata{};      ///< of the table as it stands
    std::vector<std::string> assumptions{};  ///< one line each: what figures stand on
    std::vector<std::string> notes{};        ///< one line each: what could not be told
};

}  // namespace kanon::risk
