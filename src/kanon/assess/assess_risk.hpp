// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/release.hpp"
#include "kanon/risk/assessment.hpp"
#include "kanon/risk/risk_options.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace kanon {

struct RiskResult {
    risk::Assessment assessment;
    Table rows;  ///< per row of the original, in its order; empty unless it was asked for
};

/// Measure the risk of a table that was bound, and of a release of it (null: none). A population
/// that the problem has is counted in. Persons are counted where the problem does; after a release,
/// where its rows are in the original's order, else rows, which is said. A release by candidates
/// has these in place of classes.
///
/// Cost O(n m) for the classes, and again for each quasi-identifier left out; beside that as
/// audit() where rows must be traced or candidates found, and find_minimal_uniques().
/// \throws Error{usage}: options out of range, two sources of the population; Error{bad_input}: a
/// row without a weight above 0, a column of weights that is none of numbers; as
/// find_minimal_uniques()
[[nodiscard]] RiskResult assess_risk(const Problem& problem,
                                     const Release* release,
                                     const RiskOptions& options,
                                     const RunContext& context);

}  // namespace kanon
