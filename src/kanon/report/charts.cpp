// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/charts.hpp"

#include "kanon/base/utf8.hpp"
#include "kanon/report/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon {
namespace {

constexpr int kRowHeight = 20;
constexpr int kTitleHeight = 24;
constexpr int kLabelWidth = 180;
constexpr int kBarWidth = 180;
constexpr int kChartWidth = 490;
constexpr std::size_t kLongestLabel = 27;
constexpr std::size_t kLongestHint = 200;

/// The text cut to what fits, by code points.
std::string cut(std::string_view text, std::size_t longest) {
    const std::string_view start = first_code_points(text, longest);
    return std::string(start) + (start.size() < text.size() ? "…" : "");
}

std::string drawn(const Bar& bar, double full, int y) {
    const double share = full > 0 ? bar.size / full : 0;
    const double width = share > 0 ? std::max(kBarWidth * share, 1.0) : 0;
    std::string out = fmt::format(R"(<text x="{}" y="{}" class="l">{}</text>)",
                                  kLabelWidth - 6,
                                  y + 12,
                                  html_escape(cut(bar.label, kLongestLabel)));
    out += fmt::format(
        R"(<rect x="{}" y="{}" width="{:.1f}" height="14"{}><title>{}: {}</title></rect>)",
        kLabelWidth,
        y + 1,
        width,
        bar.pooled ? R"( class="p")" : "",
        html_escape(cut(bar.label, kLongestHint)),
        html_escape(bar.figure));
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" class=\"f\">{}</text>\n",
                       kLabelWidth + width + 6,
                       y + 12,
                       html_escape(bar.figure));
    return out;
}

}  // namespace

double greatest_size(const std::vector<Bar>& bars) {
    double greatest = 0;
    for (const Bar& bar : bars) {
        greatest = std::max(greatest, bar.size);
    }
    return greatest;
}

std::string bar_chart(const std::vector<Bar>& bars, std::string_view title, double full) {
    const std::string name = html_escape(cut(title, kLongestHint));
    std::string out = fmt::format(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "aria-label=\"{2}\">\n<text x=\"0\" y=\"14\" class=\"t\">{2}</text>\n",
        kChartWidth,
        static_cast<int>(bars.size()) * kRowHeight + kTitleHeight,
        name);
    int y = kTitleHeight;
    for (const Bar& bar : bars) {
        out += drawn(bar, std::max(full, greatest_size(bars)), y);
        y += kRowHeight;
    }
    return out + "</svg>\n";
}

}  // namespace kanon
