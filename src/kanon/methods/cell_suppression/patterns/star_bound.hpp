// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/patterns/cheapest_patterns.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// What no release by values and stars can stay below.
struct StarBound {
    double loss = 0;                              ///< of the objective
    std::uint64_t unserved_rows = 0;              ///< rows that no allowed pattern can serve
    std::vector<std::uint32_t> unserved_types{};  ///< the row types of these, ascending
    /// Per row type: place of a cheapest pattern that can serve it, or kNoPattern; empty if the run
    /// was stopped early, and then the loss is 0.
    std::vector<std::uint32_t> cheapest{};
};

/// OPT-LB (Park & Shim 2007, section 4.5, Fig. 11): each row costs at least what its cheapest cell
/// of enough rows costs, for its class is part of a cell of the same pattern. Lemma 4.16.
///
/// Differs: over the patterns of the policy's mask; weighted attributes; cells need the rows that
/// the models ask of every class, not k alone; a row without any cell costs a starred one (it can
/// only be suppressed, or be in the class of all stars). Closed cells are not told from others: one
/// that is not closed has the rows of a closed one that costs less. All cheapest cells are found in
/// one walk of their own: cheapest_patterns().
///
/// `patterns`: those that the mask allows, by cost. Cost as there. Same for any thread count.
[[nodiscard]] StarBound star_bound(const Task& task,
                                   std::span<const Pattern> patterns,
                                   const PatternCosts& costs,
                                   const RunContext& context);

}  // namespace kanon::cell_suppression
