// SPDX-License-Identifier: Apache-2.0
#include "pictures/plot.hpp"

#include "kanon/api/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace kanon::bench {
namespace {

constexpr int kPanelWidth = 430;
constexpr PlotFrame kFirstFrame{.left = 60, .top = 36, .width = 330, .height = 260};
constexpr int kHeight = 370;
constexpr std::size_t kColors = 6;

constexpr const char* kStyle =
    "<style>\n"
    "  .page { fill: #fff; } text { font: 12px sans-serif; fill: #222; }\n"
    "  .t { font-weight: bold; } .c { text-anchor: middle; } .n { text-anchor: end; }\n"
    "  .g { stroke: #ccc; } .l { fill: none; stroke-width: 2; }\n"
    "  .d { stroke-dasharray: 5 4; }\n"
    "  .c0 { stroke: #0060a8; } .c1 { stroke: #c04000; }\n"
    "  .c2 { stroke: #2e7d32; } .c3 { stroke: #7b3fa0; }\n"
    "  .c4 { stroke: #8a6d00; } .c5 { stroke: #666; }\n"
    "  @media (prefers-color-scheme: dark) {\n"
    "    .page { fill: #14191f; } text { fill: #ddd; } .g { stroke: #555; }\n"
    "    .c0 { stroke: #5ab0ff; } .c1 { stroke: #ff9050; }\n"
    "    .c2 { stroke: #7ccf80; } .c3 { stroke: #c99cf0; }\n"
    "    .c4 { stroke: #e0c060; } .c5 { stroke: #aaa; }\n"
    "  }\n"
    "</style>\n";

/// One axis: powers of ten from `first` to `last`.
struct Axis {
    int first = 0;
    int last = 1;

    /// The place of a value, 0 at the first power and 1 at the last.
    [[nodiscard]] double place(double value) const {
        return (std::log10(value) - first) / (last - first);
    }
};

bool drawable(const PlotPoint& point) {
    return point.x > 0 && point.y > 0;
}

template <class Get>
Axis axis_over(const PlotPanel& panel, Get get) {
    double least = 0;
    double greatest = 0;
    for (const PlotLine& line : panel.lines) {
        for (const PlotPoint& point : line.points) {
            if (drawable(point)) {
                const double value = get(point);
                least = least > 0 ? std::min(least, value) : value;
                greatest = std::max(greatest, value);
            }
        }
    }
    if (!(least > 0)) {
        return {};
    }
    const int first = static_cast<int>(std::floor(std::log10(least)));
    const int last = static_cast<int>(std::ceil(std::log10(greatest)));
    return {first, std::max(last, first + 1)};
}

std::string power_text(int power) {
    constexpr int kPlainFrom = -3;
    constexpr int kPlainTo = 5;
    constexpr std::array kRaised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (power >= kPlainFrom && power <= kPlainTo) {
        return fmt::format("{:g}", std::pow(10.0, power));
    }
    std::string out = power < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(power))) {
        out += kRaised[static_cast<std::size_t>(digit - '0')];
    }
    return out;
}

std::vector<PlotTick> ticks(const Axis& axis) {
    std::vector<PlotTick> out;
    for (int power = axis.first; power <= axis.last; ++power) {
        out.push_back({axis.place(std::pow(10.0, power)), power_text(power)});
    }
    return out;
}

class Panel {
public:
    Panel(const PlotPanel& panel, int left)
        : panel_(panel),
          frame_{.left = kFirstFrame.left + left,
                 .top = kFirstFrame.top,
                 .width = kFirstFrame.width,
                 .height = kFirstFrame.height},
          x_axis_(axis_over(panel, [](const PlotPoint& point) { return point.x; })),
          y_axis_(axis_over(panel, [](const PlotPoint& point) { return point.y; })) {}

    [[nodiscard]] std::string svg() const {
        constexpr double kAbove = 14;
        constexpr double kBelow = 36;
        const double middle = frame_.x_at(0.5);
        std::string out = svg_text(middle, frame_.top - kAbove, "t c", panel_.title) +
                          svg_text(middle, frame_.y_at(0) + kBelow, "c", panel_.x_title);
        out += frame_.grid(ticks(x_axis_), ticks(y_axis_));
        for (const PlotLine& line : panel_.lines) {
            out += drawn(line);
        }
        return out + legend();
    }

private:
    [[nodiscard]] double x_of(double value) const { return frame_.x_at(x_axis_.place(value)); }

    [[nodiscard]] double y_of(double value) const { return frame_.y_at(y_axis_.place(value)); }

    static std::string kind_of(const PlotLine& line) {
        return fmt::format("l c{}{}", line.color % kColors, line.dashed ? " d" : "");
    }

    [[nodiscard]] std::string drawn(const PlotLine& line) const {
        std::string path;
        std::string dots;
        for (const PlotPoint& point : line.points) {
            if (drawable(point)) {
                const double x = x_of(point.x);
                const double y = y_of(point.y);
                path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
                dots += fmt::format(
                    "<circle class=\"l c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\">"
                    "<title>{}: {:.3g}</title></circle>\n",
                    line.color % kColors,
                    x,
                    y,
                    line.name,
                    point.y);
            }
        }
        return fmt::format("<path class=\"{}\" d=\"{}\"/>\n", kind_of(line), path) + dots;
    }

    [[nodiscard]] std::string legend() const {
        constexpr double kLineHeight = 16;
        std::string out;
        double y = frame_.top + kLineHeight;
        for (const PlotLine& line : panel_.lines) {
            out += svg_segment(frame_.left + 10, y - 4, frame_.left + 34, y - 4, kind_of(line));
            out += svg_text(frame_.left + 40, y, "k", line.name);
            y += kLineHeight;
        }
        return out;
    }

    const PlotPanel& panel_;
    PlotFrame frame_;
    Axis x_axis_;
    Axis y_axis_;
};

}  // namespace

std::string log_log_svg(const std::vector<PlotPanel>& panels,
                        const std::string& description,
                        std::size_t per_row) {
    const std::size_t columns = std::max<std::size_t>(per_row == 0 ? panels.size() : per_row, 1);
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-label=\"{}\">\n",
        kPanelWidth * columns,
        kHeight * rows,
        description);
    out += kStyle;
    out += "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const int left = kPanelWidth * static_cast<int>(i % columns);
        const std::string panel = Panel(panels[i], left).svg();
        out += i < columns ? panel
                           : fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n",
                                         kHeight * (i / columns),
                                         panel);
    }
    return out + "</svg>\n";
}

}  // namespace kanon::bench
