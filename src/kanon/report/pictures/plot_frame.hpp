// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A mark on an axis: where, 0 at its beginning and 1 at its end, and what stands beside it.
struct PlotTick {
    double place = 0;
    std::string label;
};

/// A linear axis from `first` to `last`, with a tick at each multiple of `step`.
struct LinearAxis {
    double first = 0;
    double last = 1;
    double step = 1;

    /// The place of a value, 0 at the first and 1 at the last.
    [[nodiscard]] double place(double value) const { return (value - first) / (last - first); }

    /// The ticks, with four digits.
    [[nodiscard]] std::vector<PlotTick> ticks() const;
};

/// The axis over these values, about five steps of round numbers. \pre least <= greatest
[[nodiscard]] LinearAxis linear_axis(double least, double greatest);

/// Ticks of an axis of percent from 0 to `last` by the square root, which gives small values room.
[[nodiscard]] std::vector<PlotTick> root_percent_ticks(double last);

/// A line of SVG text, escaped, of a class of the picture's style.
[[nodiscard]] std::string svg_text(double x,
                                   double y,
                                   std::string_view kind,
                                   std::string_view text);

/// A line of SVG: a straight one.
[[nodiscard]] std::string svg_segment(
    double x1, double y1, double x2, double y2, std::string_view kind);

/// The rectangle that a plot is drawn in, in pixels of its picture.
struct PlotFrame {
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;

    /// The pixel of a place on the axis from left to right.
    [[nodiscard]] double x_at(double place) const { return left + width * place; }

    /// The pixel of a place on the axis from the bottom up.
    [[nodiscard]] double y_at(double place) const { return top + height * (1 - place); }

    /// SVG: a line of class `g` through the frame at each tick, its label below (class `c`,
    /// centred) or to the left (class `n`, right-aligned).
    [[nodiscard]] std::string grid(std::span<const PlotTick> x, std::span<const PlotTick> y) const;
};

}  // namespace kanon
