// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// Stands for a pattern where no pattern serves a row type.
inline constexpr std::uint32_t kNoPattern = std::numeric_limits<std::uint32_t>::max();

/// Per row type the place in `patterns` of one that costs least of those whose cell has enough rows
/// for a class, or kNoPattern. None if the run should stop.
///
/// Depth first over the attributes, those with the most even values first: each is shown or
/// starred. Where it is shown, cells are cut by its values, and cells of too few rows go; where it
/// is starred, row types that are alike from there on become one. So cells with many types are
/// small by then. A cell goes as well once no pattern below it costs less than what all of its
/// types have found (branch and bound), and where all of it has the value that would be starred.
///
/// `patterns`: in order of cost. Cost O(2^m t log t) at worst; on Adult (14 attributes, 16,384
/// patterns) that of some 150 groupings of the row types. 4 t (m + 1) bytes, and 24 for each entry
/// of the m + 1 lists on the path. Same for any thread count.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> cheapest_patterns(
    const Task& task,
    std::span<const Pattern> patterns,
    const PatternCosts& costs,
    const RunContext& context);

}  // namespace kanon::cell_suppression
