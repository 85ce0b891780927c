// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/contract/method.hpp"

#include <limits>
#include <optional>
#include <string>

namespace kanon::cell_suppression {

inline constexpr StarCost kNoChoice = std::numeric_limits<StarCost>::max();

/// What an exact search of classes came to.
struct ExactChoice {
    std::optional<StarPartition> best;
    StarCost bound = 0;   ///< no choice costs less; kNoChoice: there is none
    bool proven = false;  ///< the best is, or that there is none
    std::string reason;   ///< why there is no best, where that is not the table's fault
};

/// How a search without a proof ended: cancelled, stopped by a limit, or with nothing left to try.
[[nodiscard]] Ending ending_of_unproven(const RunContext& context);

/// The context without its limits, for what must be done however the search ended.
[[nodiscard]] RunContext without_limits(RunContext context);

/// The release of a choice, proven best or with the bound; pattern-greedy's where there is none.
/// `search` was made without limits; `context` tells whether the exact search was stopped.
[[nodiscard]] Outcome conclude(StarSearch& search, const RunContext& context, ExactChoice choice);

}  // namespace kanon::cell_suppression
