// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/cloak/cloak.hpp"

#include <cstdint>

namespace kanon::places {

/// A cell of a level: its column and row, from 0.
struct QuadCell {
    std::uint32_t column = 0;
    std::uint32_t row = 0;

    friend bool operator==(const QuadCell&, const QuadCell&) = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 trips over a default <=>
    friend auto operator<=>(const QuadCell&, const QuadCell&) = default;

    /// The cell that holds it, so many levels up.
    [[nodiscard]] QuadCell up(unsigned levels) const { return {column >> levels, row >> levels}; }
};

/// A rectangle.
struct Rectangle {
    Range<double> x;
    Range<double> y;

    void add(const Rectangle& other) {
        x.add(other.x);
        y.add(other.y);
    }
};

/// An area in halves, quarters and so on: level 0 is all of it, and each next one has four cells
/// for each of the level before.
class QuadGrid {
public:
    static constexpr unsigned kDeepest = 26;

    explicit QuadGrid(const CloakOptions& options) : x_(options.area_x), y_(options.area_y) {}

    /// The cell of the deepest level that holds a point, or the nearest one.
    [[nodiscard]] QuadCell deepest(double x, double y) const;

    /// What a cell covers, up to rounding.
    [[nodiscard]] Rectangle rectangle(const QuadCell& cell, unsigned level) const;

private:
    Range<double> x_;
    Range<double> y_;
};

}  // namespace kanon::places
