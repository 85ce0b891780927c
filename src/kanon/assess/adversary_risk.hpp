// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/risk/assessment.hpp"

#include <vector>

namespace kanon::detail {

/// The risk of the table by each adversary of the policy who knows some quasi-identifiers, in its
/// order; where it knows any so many, of each set of them the one with the greatest average risk,
/// and of equal ones the first. Persons are counted where the problem does. Cost O(n columns) for a
/// set. \throws Error{bad_policy} for more than 10,000 sets
[[nodiscard]] std::vector<risk::AdversaryRisk> adversary_risks(const Problem& problem,
                                                               double threshold,
                                                               const RunContext& context);

/// Add what a release leaves of it: of its rows, set by set. Rows are counted, not persons.
void add_released(const Problem& problem,
                  const ReleasedClasses& classes,
                  std::vector<risk::AdversaryRisk>& risks);

}  // namespace kanon::detail
