// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/pictures/plot_frame.hpp"

#include "kanon/report/html/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kanon {

std::vector<PlotTick> LinearAxis::ticks() const {
    std::vector<PlotTick> out;
    const long count = std::lround((last - first) / step);
    for (long tick = 0; tick <= count; ++tick) {
        const double value = first + static_cast<double>(tick) * step;
        out.push_back({place(value), fmt::format("{:.4g}", value)});
    }
    return out;
}

LinearAxis linear_axis(double least, double greatest) {
    constexpr double kTicks = 5;
    const double extent = greatest > least ? greatest - least : std::max(std::abs(least), 1.0);
    const double raw = extent / kTicks;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0}) {
        step = factor * power >= raw ? factor * power : step;
    }
    LinearAxis axis{.first = std::floor(least / step) * step,
                    .last = std::ceil(greatest / step) * step,
                    .step = step};
    axis.last = axis.last > axis.first ? axis.last : axis.first + step;
    return axis;
}

std::vector<PlotTick> root_percent_ticks(double last) {
    std::vector<PlotTick> out;
    for (const double share : {0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0}) {
        out.push_back({std::sqrt(share), fmt::format("{:.4g} %", share * last)});
    }
    return out;
}

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
