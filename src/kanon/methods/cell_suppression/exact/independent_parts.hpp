// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/patterns/star_cells.hpp"

#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// Row types and cells that have nothing to do with those of other parts.
struct IndependentPart {
    std::vector<std::uint32_t> types;  ///< ascending
    std::vector<std::uint32_t> cells;  ///< ascending; none: a type that no cell holds
};

/// Split the row types 0 .. types-1 where no cell holds types of both sides; parts of fewer entries
/// first, then in the order of their first types. Cost O(entries + parts log parts).
[[nodiscard]] std::vector<IndependentPart> independent_parts(const StarCells& cells,
                                                             std::size_t types);

/// All row types and cells as one part.
[[nodiscard]] IndependentPart whole_part(const StarCells& cells, std::size_t types);

}  // namespace kanon::cell_suppression
