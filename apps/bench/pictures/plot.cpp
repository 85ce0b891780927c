// SPDX-License-Identifier: Apache-2.0
#include "pictures/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kanon::bench {
namespace {

constexpr int kPanelWidth = 430;
constexpr int kPlotWidth = 330;
constexpr int kPlotHeight = 260;
constexpr int kLeft = 60;
constexpr int kTop = 36;
constexpr int kHeight = 370;
constexpr std::size_t kColors = 6;

constexpr const char* kStyle =
    "<style>\n"
    "  text { font: 12px sans-serif; fill: #222; }\n"
    "  .t { font-weight: bold; } .m { text-anchor: middle; } .e { text-anchor: end; }\n"
    "  .g { stroke: #ccc; } .l { fill: none; stroke-width: 2; }\n"
    "  .d { stroke-dasharray: 5 4; }\n"
    "  .c0 { stroke: #0060a8; } .c1 { stroke: #c04000; }\n"
    "  .c2 { stroke: #2e7d32; } .c3 { stroke: #7b3fa0; }\n"
    "  .c4 { stroke: #8a6d00; } .c5 { stroke: #666; }\n"
    "  @media (prefers-color-scheme: dark) {\n"
    "    text { fill: #ddd; } .g { stroke: #555; }\n"
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
    if (power >= kPlainFrom && power <= kPlainTo) {
        return fmt::format("{:g}", std::pow(10.0, power));
    }
    return fmt::format(R"(10<tspan dy="-5" font-size="9">{}</tspan>)", power);
}

class Panel {
public:
    Panel(const PlotPanel& panel, int left)
        : panel_(panel),
          left_(left),
          x_axis_(axis_over(panel, [](const PlotPoint& point) { return point.x; })),
          y_axis_(axis_over(panel, [](const PlotPoint& point) { return point.y; })) {}

    [[nodiscard]] std::string svg() const {
        std::string out =
            text(left_ + kPlotWidth / 2.0, kTop - 14, "t m", panel_.title) +
            text(left_ + kPlotWidth / 2.0, kTop + kPlotHeight + 36, "m", panel_.x_title);
        out += grid();
        for (const PlotLine& line : panel_.lines) {
            out += drawn(line);
        }
        return out + legend();
    }

private:
    static std::string text(double x, double y, const char* kind, const std::string& words) {
        return fmt::format(
            "<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"{}\">{}</text>\n", x, y, kind, words);
    }

    static std::string segment(double x1, double y1, double x2, double y2, const char* kind) {
        return fmt::format(
            "<path class=\"{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", kind, x1, y1, x2, y2);
    }

    [[nodiscard]] double x_of(double value) const {
        return left_ + kPlotWidth * x_axis_.place(value);
    }

    [[nodiscard]] double y_of(double value) const {
        return kTop + kPlotHeight * (1 - y_axis_.place(value));
    }

    [[nodiscard]] std::string grid() const {
        std::string out;
        for (int power = x_axis_.first; power <= x_axis_.last; ++power) {
            const double x = x_of(std::pow(10.0, power));
            out += segment(x, kTop, x, kTop + kPlotHeight, "g");
            out += text(x, kTop + kPlotHeight + 18, "m", power_text(power));
        }
        for (int power = y_axis_.first; power <= y_axis_.last; ++power) {
            const double y = y_of(std::pow(10.0, power));
            out += segment(left_, y, left_ + kPlotWidth, y, "g");
            out += text(left_ - 6, y + 4, "e", power_text(power));
        }
        return out;
    }

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
        constexpr int kLineHeight = 16;
        std::string out;
        int y = kTop + 16;
        for (const PlotLine& line : panel_.lines) {
            out += segment(left_ + 10, y - 4, left_ + 34, y - 4, kind_of(line).c_str());
            out += text(left_ + 40, y, "n", line.name);
            y += kLineHeight;
        }
        return out;
    }

    const PlotPanel& panel_;
    int left_;
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
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const int left = kLeft + kPanelWidth * static_cast<int>(i % columns);
        const std::string panel = Panel(panels[i], left).svg();
        out += i < columns ? panel
                           : fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n",
                                         kHeight * (i / columns),
                                         panel);
    }
    return out + "</svg>\n";
}

}  // namespace kanon::bench
