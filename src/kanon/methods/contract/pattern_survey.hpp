// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// What a pattern is good for, by itself.
struct PatternFacts {
    Pattern stars = 0;
    double cost = 0;  ///< of a row released so: the weights of its starred attributes (`stars`), or
                      ///< its share of a row that is starred throughout (`gcp`)
    std::uint64_t served_rows = 0;  ///< rows in cells that have enough rows for a class
    std::uint64_t cells = 0;        ///< such cells
};

/// A mask of patterns held against a table.
struct PatternSurvey {
    std::uint64_t patterns = 0;       ///< that the mask allows, without that of all stars
    std::vector<PatternFacts> facts;  ///< of the first of them by cost
    double lower_bound = 0;           ///< of the objective, over all releases of this mask
    std::uint64_t unserved_rows = 0;  ///< rows that no pattern can serve
    std::vector<std::uint32_t> unserved_types{};  ///< the row types of these, ascending
};

/// Look at the `most` cheapest patterns of the task's mask, ties in the order `last`, and at the
/// rows that none of all of them serves. The models beside k count with the rows they ask of every
/// class, no more. Cost O(p t m) at worst for p patterns. Same for any thread count.
/// \throws Error{bad_policy} if the objective is neither stars nor gcp, or there are too many
/// patterns; Error{timed_out, cancelled} if the run should stop.
[[nodiscard]] PatternSurvey survey_patterns(const Task& task,
                                            std::size_t most,
                                            const RunContext& context);

}  // namespace kanon
