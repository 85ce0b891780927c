// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/quad_grid.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::places {
namespace {

std::uint32_t index_of(double value, const Range<double>& range) {
    constexpr double kCells = 1U << QuadGrid::kDeepest;
    const double place = std::floor((value - range.least) / range.length() * kCells);
    return static_cast<std::uint32_t>(std::clamp(place, 0.0, kCells - 1));
}

Range<double> part_of(const Range<double>& range, std::uint32_t index, unsigned level) {
    const auto cells = static_cast<double>(1U << level);
    return {range.least + range.length() * (index / cells),
            range.least + range.length() * ((index + 1.0) / cells)};
}

}  // namespace

QuadCell QuadGrid::deepest(double x, double y) const {
    return {index_of(x, x_), index_of(y, y_)};
}

Rectangle QuadGrid::rectangle(const QuadCell& cell, unsigned level) const {
    return {part_of(x_, cell.column, level), part_of(y_, cell.row, level)};
}

}  // namespace kanon::places
