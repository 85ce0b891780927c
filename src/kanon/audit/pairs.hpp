// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>

namespace kanon {

/// As audit(), of counted pairs: row i of the problem's table became row i of `released`, in
/// counts[i] rows of the data. So a release is judged that is made where the rows are, by whoever
/// counts them; equal pairs may be listed once or several times. Rows of the problem's table past
/// the last of `released` were left out of the release. Persons are the distinct values of a column
/// of the problem's table, as in audit().
///
/// Limits and stated counts are in rows of the data, and so is what the report says, but that the
/// row of a fault is the number of its pair, and a fault of a pair's cell counts as often as the
/// pair. `options.shuffled` is not looked at. Cost O(p m) for p pairs.
/// Same result for any thread count. \throws Error{cancelled}; Error{bad_input} unless there is a
/// count for each row of the problem's table, at least 1, for no fewer rows than `released` has,
/// and each class has fewer than 2^32 rows.
[[nodiscard]] AuditReport audit_pairs(const Problem& problem,
                                      const Table& released,
                                      std::span<const std::uint64_t> counts,
                                      const AuditOptions& options,
                                      const RunContext& context);

}  // namespace kanon
