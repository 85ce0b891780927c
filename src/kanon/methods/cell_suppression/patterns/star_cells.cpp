// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/star_cells.hpp"

#include "kanon/methods/cell_suppression/patterns/cube.hpp"

#include <bit>

namespace kanon::cell_suppression {
namespace {

constexpr int kMostTried = 16;  ///< attributes of one value whose subsets are tried

/// The attributes in which the row types differ.
Pattern varying(std::span<const std::uint32_t> types, const PackedTypes& packed) {
    Pattern out = 0;
    for (const std::uint32_t type : types) {
        out |= packed.difference(types.front(), type);
    }
    return out;
}

/// True if the mask has a pattern that stars less and still all that varies.
bool shows_too_little(const PatternMask& mask, Pattern stars, Pattern varies) {
    const Pattern spare = stars & ~varies;
    if (spare == 0 || !mask.given) {
        return spare != 0;
    }
    if (std::popcount(spare) > kMostTried) {
        return false;  // kept: one cell too many is no fault
    }
    for (Pattern shown = spare; shown != 0; shown = (shown - 1) & spare) {
        if (mask.allows(stars & ~shown)) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<StarCells> collect_cells(const RowTypes& types,
                                       const CellRules& rules,
                                       std::span<const Pattern> patterns,
                                       const PatternCosts& costs,
                                       const RunContext& context) {
    StarCells out;
    Cube cube(types, rules.least_rows, TieOrder::last);
    for (const Pattern stars : patterns) {
        if (context.should_stop()) {
            return std::nullopt;
        }
        const Cells& cells = cube.cells(stars);
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const std::span<const std::uint32_t> of_cell = cells.of(cell);
            if (shows_too_little(*rules.mask, stars, varying(of_cell, cube.packed()))) {
                continue;
            }
            out.types.insert(out.types.end(), of_cell.begin(), of_cell.end());
            out.ends.push_back(out.types.size());
            out.rows.push_back(cells.rows[cell]);
            out.stars.push_back(stars);
            out.costs.push_back(costs.of(stars));
        }
        if (out.types.size() > rules.most_entries) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<StarCells> collect_cells(const Task& task,
                                       std::span<const Pattern> patterns,
                                       const PatternCosts& costs,
                                       std::size_t most_entries,
                                       const RunContext& context) {
    const CellRules rules{.mask = &task.patterns,
                          .least_rows = task.least_class_rows(),
                          .most_entries = most_entries};
    return collect_cells(task.row_types(), rules, patterns, costs, context);
}

}  // namespace kanon::cell_suppression
