// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/policy/warnings.hpp"
#include "kanon/problem/list_column.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/release/release.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

class Ledger;

/// How a column of joint values is made.
struct JointColumn {
    std::vector<std::size_t> columns;  ///< of the table, ascending
    /// A missing value is a category of its own in each of the columns; else what has one is
    /// missing as a whole.
    bool missing_is_value = false;

    friend bool operator==(const JointColumn&, const JointColumn&) = default;
};

/// Table and policy bound together: a task, and the rows that it was counted from. Immutable once
/// bound. Methods see the task alone.
struct Problem : Task {
    /// What is released and judged: as it was read, but for columns that the policy codes.
    Table table;
    Table uncoded;                     ///< as it was read; without columns where nothing is coded
    std::vector<std::size_t> columns;  ///< of the quasi-identifiers, in their order
    /// Rows of the data that each row of the table stands for, >= 1; empty: 1 each. So distinct
    /// rows stand for all that are alike, and what is called rows elsewhere is a sum of these.
    std::vector<std::uint64_t> counts;
    std::vector<std::uint32_t> type_of_row;  ///< one per row of the table
    std::vector<std::size_t> sensitive;      ///< columns
    std::vector<std::size_t> withheld;       ///< identifying columns: never released
    std::vector<std::string> unread;  ///< names of identifying columns that were not even loaded
    /// Of the tracked attributes, in their order: columns of judged().
    std::vector<std::size_t> tracked_columns;
    /// The table and, behind its columns, those of joint values; without columns where there are
    /// none.
    Table with_joint;
    std::vector<JointColumn> joint_of;           ///< per column of joint values: of which
    std::optional<std::size_t> class_attribute;  ///< column
    std::optional<ListColumn> list;  ///< a quasi-identifying column of lists, which no task has
    SuppressedRows suppressed = SuppressedRows::star;
    bool shuffle = false;  ///< the released rows are to be written in random order
    /// The table is a part of one, of whole classes: rows starred throughout are suppressed ones
    /// whatever else the part has, for there are others beside them.
    bool is_part = false;
    std::uint64_t dropped_rows = 0;        ///< left out of the table for their missing values
    std::vector<std::string> assumptions;  ///< one line each: what was decided without being asked
    std::vector<Warning> warnings;         ///< accepted ones among them
    /// With a population: rows of the table beyond those that it has with the same values.
    std::uint64_t rows_beyond_population = 0;
    std::vector<std::string> suggested;  ///< names of the columns whose role nobody gave
    std::vector<std::string> guessed;  ///< quasi-identifying for lack of knowledge: by their names
    /// The policy with every role, hierarchy and model spelled out, made up or not: bound to the
    /// same table again it gives the same roles, hierarchies and models.
    Policy policy;
    /// With a ledger: of each row's person the classes in earlier releases. Null: there is none.
    std::shared_ptr<const PersonHistories> histories;
    /// Rows that are of nobody, where the table is that of an m-invariant release; none: it is not.
    std::optional<std::uint64_t> counterfeits;
    Keys keys;  ///< that columns are coded under; without those that are not at hand

    /// A column as figures of a release are measured against it: before top, bottom and rounding,
    /// and after deriving, for dates are not to be compared with ages.
    [[nodiscard]] const std::shared_ptr<const Column>& measured_column(std::size_t column) const;

    /// The columns that models are judged by: the table, or that with joint values.
    [[nodiscard]] const Table& judged() const { return joint_of.empty() ? table : with_joint; }

    /// Rows of the data that the table stands for. Cost O(counts).
    [[nodiscard]] std::uint64_t data_rows() const;

    /// The rows as release::apply wants them; points into this problem.
    [[nodiscard]] OriginalRows rows() const;

    /// As release::apply wants them; the pointers are into this problem.
    [[nodiscard]] std::vector<RecodedAttribute> recoded_attributes() const;

    /// What measure() is to know of a release of it.
    [[nodiscard]] MeasuredBy measured_by(const Table& released) const;

    /// The first rows of the table of these row types, from 1 on, at most `most`. `types` ascends.
    /// Cost O(n).
    [[nodiscard]] std::vector<std::uint64_t> first_rows(std::span<const std::uint32_t> types,
                                                        std::size_t most) const;
};

/// A column that was not loaded and looks like a number of persons, some of which repeat.
struct RepeatedNumber {
    std::string column;
    std::string why;  ///< in a few words, with figures
};

/// What becomes of the order of the rows.
enum class RowOrder : std::uint8_t {
    released,           ///< the release keeps it
    hidden,             ///< the release is shuffled, or there will be none
    hidden_if_telling,  ///< the release is shuffled where the order tells a column, and says so
    elsewhere           ///< the rows are elsewhere and keep an order that is not known here
};

/// What binding has to go by besides table and policy.
struct BindOptions {
    /// The objectives that the policy's method can work for, the one natural to it first. If the
    /// policy names none and the default is not among them, the first that the table allows is
    /// taken and said. Empty: any.
    std::span<const Objective> objectives{};
    std::string_view method{};      ///< in that message
    bool tracks_sensitive = false;  ///< the method looks at the sensitive columns
    /// The method releases aggregates alone: quasi-identifiers of which the policy says nothing
    /// else are so released.
    bool aggregates = false;
    bool freeform = false;  ///< the method's releases keep promises about candidates alone
    std::vector<std::string> unread{};  ///< see Problem
    std::uint64_t dropped_rows = 0;     ///< see Problem
    std::optional<RepeatedNumber> repeated_unread{};
    RowOrder row_order = RowOrder::released;
    /// False: the rows come in no order of their own, as those of a database, and not in the same
    /// one each time.
    bool has_order = true;
    /// The first rows of the unread columns, for what their order tells; empty: not looked at.
    Table unread_rows{};
    /// Nothing is to be released: promises that the table cannot keep are no fault.
    bool only_measured = false;
    /// Codings that an applied recoding brings along; columns that the table lacks do not count.
    std::vector<NamedCoding> codings{};
    /// Round what is released unchanged and would identify rows, see detail::protect_amounts().
    bool protects_amounts = false;
    /// Promise 2-diversity of sensitive columns, see detail::protect_sensitive(); of classes, for
    /// what candidates hold hangs on a draw.
    bool protects_sensitive = false;
    /// Rows that each row of the table stands for: see Problem. The order of counted rows tells
    /// nothing, and unless they are RowOrder::elsewhere they are RowOrder::hidden.
    std::vector<std::uint64_t> counts{};
    /// The table has the values of each column alone, and tells nothing of which go together: what
    /// hangs on that is not looked at, and warnings of it are up to the caller
    /// (detail::warnings_of_columns_as_they_are()).
    bool by_marginals = false;
    bool is_part = false;  ///< see Problem
    /// Other columns of the same people are elsewhere, so that the table need not have a
    /// quasi-identifier of its own.
    bool has_columns_elsewhere = false;
    /// Nothing is to be released: what is coded under a key that is not at hand stays as it is.
    bool keys_elsewhere = false;
    bool not_the_first = false;  ///< the persons were released before, and no ledger says how
    /// Columns that the policy codes under a secret key that is not at hand, as a release has them,
    /// row by row.
    std::vector<std::shared_ptr<const Column>> keyed_columns{};
    /// What was released of the persons before, by the first `ledger_releases` of it: promises are
    /// about these releases and this one together. Null: nothing is known. Not owned.
    const Ledger* ledger = nullptr;
    std::size_t ledger_releases = 0;
    /// The table has the rows of an m-invariant release, so many of which are of nobody.
    std::optional<std::uint64_t> counterfeits{};
    /// The bound whole that the table is a part of: models, k, objective and the limit on
    /// suppressed rows are its. Null: they are the policy's. Not owned.
    const Problem* part_of = nullptr;
};

/// Bind a policy to a table: roles (suggested where the policy is silent), hierarchies (built,
/// checked, or made up by default and said so), models, limits. Columns with top, bottom or
/// rounding are coded first, so that hierarchies, models and methods see what is released of them.
/// Reads no file: `files` has those
/// that the policy names. A table of distinct rows with their counts gives the same task, messages
/// and figures as the table that it stands for, in which the rows follow in the same order.
/// \throws Error{bad_policy, bad_hierarchy, bad_input, infeasible} with attribute and remedy.
/// bad_input where `counts` are not one for each row, >= 1, or more rows than Table::kMostRows.
/// Cost O(n m) for the row types, O(distinct values * levels) for the rest.
[[nodiscard]] Problem bind(Table table,
                           const Policy& policy,
                           const PolicyFiles& files,
                           const BindOptions& circumstances,
                           const RunContext& context);

/// The same, reading the policy's files first.
[[nodiscard]] Problem bind(Table table, const Policy& policy, const RunContext& context);

}  // namespace kanon
