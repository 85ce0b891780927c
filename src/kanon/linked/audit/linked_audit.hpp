// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/table/table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::linked {

struct LinkedAuditOptions {
    std::size_t most_faults = 20;  ///< that are named; all are counted
    /// Pairs of an original and a released subject that are looked at, at most.
    std::uint64_t most_pairs = 100'000'000;
};

/// Rows of one table.
struct TableRows {
    std::string name;
    std::uint64_t rows = 0;
    std::uint64_t released = 0;
    std::uint64_t limit = 0;  ///< rows that may be left out

    [[nodiscard]] std::uint64_t left_out() const { return rows - std::min(rows, released); }
};

/// The verdict on a release of linked tables.
struct LinkedAudit {
    std::vector<Fault> faults;  ///< the first ones
    std::uint64_t fault_count = 0;
    std::vector<std::string> checks;      ///< what holds, a line each
    std::vector<Proof> proofs;            ///< promises and what the release achieves
    std::vector<std::string> not_proven;  ///< what could not be decided
    std::uint64_t subjects = 0;           ///< released
    std::uint64_t classes = 0;
    std::uint64_t least_class = 0;  ///< subjects
    std::vector<TableRows> tables;  ///< but made ones

    [[nodiscard]] bool passed() const { return fault_count == 0; }
};

/// Which original row each released one is, per table: what only the maker of a release knows.
using OriginalRows = std::vector<std::vector<std::uint32_t>>;

/// Derive every promise again from the tables as they were and as they are released; no search has
/// a part in it. What is looked at:
///
/// - columns, spellings, keys and references: identifying columns are gone, keys are of one row,
///   each reference leads to one;
/// - k: released subjects that are the same in all quasi-identifiers of all their rows, in the
///   number of rows, and in which rows are below which, are k or more;
/// - models, of the subjects, and of the rows that nobody can tell apart who knows a subject;
/// - truth: each released subject is an original one of its own, all of whose released rows cover
///   rows of it, no two the same one. With `known` row by row; without, by a matching of all
///   subjects, which tells less: that rows can be so, not that they are;
/// - rows left out, against the limit; keys and order, which may tell no more than chance would.
///
/// Cost O(rows m log rows) with `known`; without, see find_candidates().
[[nodiscard]] LinkedAudit audit_linked(const LinkedTables& original,
                                       const std::vector<Table>& released,
                                       const OriginalRows* known,
                                       const LinkedAuditOptions& options,
                                       const RunContext& context);

/// Subjects of each class of a release: those that nobody can tell apart. \throws
/// Error{bad_input} where columns, keys or references are broken
[[nodiscard]] std::vector<std::uint64_t> released_classes(const LinkedTables& original,
                                                          const std::vector<Table>& released);

}  // namespace kanon::linked
