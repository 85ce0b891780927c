// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// All cells of a mask that can be classes: at least k rows, and no other cell of the mask has the
/// same rows and shows more. A class of another cell may as well be one of these.
struct StarCells {
    std::vector<std::uint32_t> types;  ///< of all cells, one cell after the other, each ascending
    std::vector<std::size_t> ends;     ///< per cell: where its types end
    std::vector<std::uint64_t> rows;   ///< per cell
    std::vector<Pattern> stars;        ///< per cell
    std::vector<StarCost> costs;       ///< per cell: of one row

    [[nodiscard]] std::size_t size() const { return ends.size(); }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t cell) const {
        const std::size_t begin = cell == 0 ? 0 : ends[cell - 1];
        return std::span(types).subspan(begin, ends[cell] - begin);
    }
};

/// The cells of these patterns, which are those of the task's mask by cost, in their order; none
/// if their row types are more than `most_entries` in sum, or the run should stop.
/// Cost O(p t m), and 2^c for a cell where c starred attributes have one value and a mask is given.
[[nodiscard]] std::optional<StarCells> collect_cells(const Task& task,
                                                     std::span<const Pattern> patterns,
                                                     const PatternCosts& costs,
                                                     std::size_t most_entries,
                                                     const RunContext& context);

/// What a cell must be.
struct CellRules {
    const PatternMask* mask = nullptr;  ///< not owned
    std::uint64_t least_rows = 1;
    std::size_t most_entries = 0;  ///< row types of all cells, in sum
};

/// The same for some row types, which may be part of a table's.
[[nodiscard]] std::optional<StarCells> collect_cells(const RowTypes& types,
                                                     const CellRules& rules,
                                                     std::span<const Pattern> patterns,
                                                     const PatternCosts& costs,
                                                     const RunContext& context);

}  // namespace kanon::cell_suppression
