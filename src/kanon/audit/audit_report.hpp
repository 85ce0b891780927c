// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/privacy/requirement.hpp"
#include "kanon/quality/figures.hpp"
#include "kanon/table/values/value_coding.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// One broken rule. Rows are 1-based data rows of the release (the header does not count); for
/// `row-lost` of the original. Values are never named unless the caller asks for them.
struct Fault {
    std::string rule;                  ///< of audit/rules.hpp, or the name of a privacy model
    std::optional<std::uint64_t> row;  ///< none: the release as a whole or a whole column
    std::string attribute;             ///< "" where no one column is at fault
    std::string message;               ///< one line: what is wrong and what was required
};

/// A promise and what the release achieves.
struct Proof {
    std::string model;     ///< catalogue name of the privacy model
    std::string describe;  ///< one line for people
    double required = 0;
    double achieved = 0;  ///< the worst class; equals required where there is no class
    bool holds = false;
    bool more_is_better = true;  ///< achieved is to be at least required; false: at most
    bool is_strict = false;      ///< required itself is not enough
    /// Values that somebody is taken to know: achieved is that of the worst set of rows that share
    /// so many of them; 0: of the worst class.
    std::size_t known_values = 0;
    Adversary against{};      ///< who is taken to know them, where the policy says so
    bool is_average = false;  ///< achieved is the mean over the released rows
    bool is_decided =
        true;  ///< false: neither kept nor broken for certain, see AuditReport::not_proven
    std::vector<Exclusion> excludes{};  ///< attacks that it rules out; empty where it does not hold
};

/// What top, bottom and rounding did to the rows of a column.
struct CodingFigures {
    std::string column;
    ValueCoding coding;
    std::uint64_t derived_rows = 0;  ///< of a date, released by what is derived of it
    std::uint64_t low_rows = 0;      ///< coded as the open end at the bottom
    std::uint64_t high_rows = 0;     ///< at the top
    std::uint64_t rounded_rows = 0;  ///< whose number rounding changed
    /// Mean over all rows of (values that are coded as this one - 1) / (values of the column - 1).
    double loss = 0;
};

/// A column that is coded under a secret key.
struct KeyedFigures {
    std::string column;
    std::optional<ShiftPolicy> shift;  ///< none: the column has pseudonyms
    std::uint64_t values = 0;  ///< that have a pseudonym, or persons whose dates are shifted
    bool by_key = false;  ///< each was derived by the key again; else only held against the others
};

/// What a release leaves open that is judged by candidates. A row and its candidates are those that
/// some perfect matching of release and original pairs.
struct CandidateFigures {
    bool whole = true;        ///< else there are more candidates: not all pairs were looked at
    std::uint64_t least = 0;  ///< candidates of a row, released or original, in rows
    double mean = 0;          ///< over all rows; the same for both sides
    /// Of each sensitive column in the release: original rows of which all candidates show one
    /// value, so that it is disclosed.
    std::vector<DisclosedRows> disclosed{};
    /// Of each row type of the problem: released rows that may be one of its rows; at least these
    /// where not all pairs were looked at.
    std::vector<std::uint64_t> of_type{};
};

/// What became of the items of lists, and what somebody who knows some of them finds.
struct ListFigures {
    std::string column;
    std::uint64_t k = 0;
    std::uint64_t m = 0;
    std::uint64_t l = 1;
    std::string method;               ///< that the policy asks for
    std::uint64_t items = 0;          ///< of the released rows' originals
    std::uint64_t kept = 0;           ///< released as themselves
    std::uint64_t dropped = 0;        ///< left out of their list; the others are in a group
    double loss = 0;                  ///< mean over the items: 0 kept, 1 dropped, NCP of its group
    std::uint64_t sets = 0;           ///< of up to m released items that some list holds
    std::uint64_t least_support = 0;  ///< lists of a class that hold one of them, at least
    double worst_share = 0;           ///< of these that hold a sensitive item besides, at most
};

/// Where what was written was read again to be judged.
enum class ReadAgain : std::uint8_t {
    nowhere,            ///< it is judged as it stands in memory, or in a file
    one_table,          ///< of a database
    all_tables,         ///< of several databases, together
    one_filled_table,   ///< of a database, whose rows another one, there before, was given
    all_filled_tables,  ///< of several databases, together; likewise
    rows                ///< of which files were made
};

/// What an audit found to hold, in figures that add up over the parts of a table: what its lines
/// say (check_lines()). A rule that some fault breaks has none.
struct AuditFindings {
    struct Columns {
        std::vector<std::string> withheld;  ///< identifying ones, by name
        std::size_t released = 0;

        friend bool operator==(const Columns&, const Columns&) = default;
    };

    struct Cells {
        std::uint64_t rows = 0;
        std::size_t columns = 0;  ///< 0: there are none to look at
        bool any_coded = false;
    };

    struct Rows {
        std::uint64_t original = 0;
        std::uint64_t suppressed = 0;
        std::uint64_t limit = 0;  ///< of suppressed rows
    };

    /// Of a ledger.
    struct OverReleases {
        std::size_t releases = 0;
        std::uint64_t persons = 0;  ///< in any of them
        std::uint64_t least = 0;    ///< candidates that some person has left over all releases
    };

    /// Of a ledger of m-invariant releases.
    struct Invariance {
        std::size_t releases = 0;
        std::uint64_t persons = 0;       ///< in any of them
        std::uint64_t least_values = 0;  ///< around some person
        std::uint64_t counterfeits = 0;  ///< rows of this release that are of nobody
    };

    std::optional<Columns> columns;
    bool codings = false;            ///< columns are coded as asked
    bool keyed = false;              ///< columns are coded under keys as asked
    std::optional<Cells> covering;   ///< released cells that cover their originals
    bool patterns = false;           ///< stars are those of a pattern that is given
    std::optional<Cells> unchanged;  ///< cells of other columns
    std::uint64_t classes = 0;       ///< that the proofs are about; suppressed rows are in none
    std::optional<Rows> rows;
    std::uint64_t aggregates = 0;  ///< computed anew, and right
    std::optional<OverReleases> over_releases{};
    std::optional<Invariance> invariance{};

    std::uint64_t parts = 0;  ///< that were judged each by itself; 0: it was judged as a whole
    bool parts_apart = true;  ///< no class has rows of two of them
    ReadAgain read_again = ReadAgain::nowhere;
    std::vector<std::string>
        same_bytes{};  ///< of `original`, `release`: those that a summary names
};

struct AuditReport {
    bool passed = false;
    std::vector<Fault> faults;        ///< the first max_faults: without a row, then by row, column
    std::uint64_t fault_count = 0;    ///< all of them; of a pair as many as it counts
    std::vector<Proof> proofs;        ///< one per model
    AuditFindings findings;           ///< what was proven besides, in figures
    std::vector<std::string> checks;  ///< one line per thing that was proven: check_lines()
    std::vector<std::string> not_proven;  ///< one line per thing that could not be decided
    std::vector<std::string> notes;       ///< one line per thing to know that is no fault
    std::vector<CodingFigures> codings;   ///< of the coded columns, in their order
    std::optional<ListFigures> lists{};   ///< of the column of lists, where there is one
    std::vector<KeyedFigures> keyed;      ///< of those that are coded under a key, in their order
    /// Where promises are about them, and the classes do not keep them, which is more.
    std::optional<CandidateFigures> candidates;
    Measures measures;  ///< empty but for rows where a quasi-identifier is not in the release
};

struct AuditOptions {
    bool show_values = false;
    std::size_t max_faults = 20;
    bool shuffled = false;                   ///< rows may stand in any order
    std::uint64_t most_looks = 400'000'000;  ///< at cells, to match rows in any order
    /// Pairs of rows released alike and rows of one type that are listed to judge candidates; of
    /// more some are taken. 24 bytes each.
    std::uint64_t most_candidate_pairs = std::uint64_t{1} << 26U;
    std::optional<std::uint64_t> stated_rows{};  ///< rows of the original that a summary states
    std::optional<std::uint64_t> stated_suppressed{};  ///< suppressed rows that it states
};

}  // namespace kanon
