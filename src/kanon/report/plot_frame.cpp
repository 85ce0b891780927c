// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/plot_frame.hpp"

#include "kanon/report/html_text.hpp"

#include <fmt/format.h>

namespace kanon {

std::string svg_text(double x, double y, std::string_view kind, std::string_view text) {
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, kind, html_escape(text));
}

std::string svg_segment(double x1, double y1, double x2, double y2, std::string_view kind) {
    return fmt::format(
        "<path class=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", kind, x1, y1, x2, y2);
}

std::string PlotFrame::grid(std::span<const PlotTick> x, std::span<const PlotTick> y) const {
    constexpr double kBelow = 18;
    constexpr double kBeside = 8;
    constexpr double kHalfLetter = 4;
    std::string out;
    for (const PlotTick& tick : x) {
        const double at = x_at(tick.place);
        out += svg_segment(at, top, at, top + height, "g");
        out += svg_text(at, top + height + kBelow, "c", tick.label);
    }
    for (const PlotTick& tick : y) {
        const double at = y_at(tick.place);
        out += svg_segment(left, at, left + width, at, "g");
        out += svg_text(left - kBeside, at + kHalfLetter, "n", tick.label);
    }
    return out;
}

}  // namespace kanon
