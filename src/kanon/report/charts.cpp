// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/charts.hpp"

#include "kanon/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon {
namespace {

constexpr int kRowHeight = 20;
constexpr int kLabelWidth = 190;
constexpr int kBarWidth = 190;
constexpr int kChartWidth = 480;
constexpr std::size_t kLongestLabel = 28;

/// The label cut to what fits, by code points.
std::string cut(std::string_view label) {
    const std::string_view start = first_code_points(label, kLongestLabel);
    return std::string(start) + (start.size() < label.size() ? "…" : "");
}

}  // namespace

std::string html_escape(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
        }
    }
    return out;
}

std::string bar_chart(const std::vector<Bar>& bars, std::string_view title, std::string_view unit) {
    std::uint64_t most = 1;
    for (const Bar& bar : bars) {
        most = std::max(most, bar.rows);
    }
    const int height = static_cast<int>(bars.size()) * kRowHeight + 28;
    std::string out = fmt::format(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">"
        "<text x=\"0\" y=\"14\" class=\"t\">{2}</text>",
        kChartWidth,
        height,
        html_escape(title));
    int y = 24;
    for (const Bar& bar : bars) {
        const double width = kBarWidth * static_cast<double>(bar.rows) / static_cast<double>(most);
        out += fmt::format(
            "<text x=\"{}\" y=\"{}\" class=\"l\">{}</text>"
            "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"14\"><title>{}: {}</title></rect>"
            "<text x=\"{:.1f}\" y=\"{}\" class=\"f\">{}{}</text>",
            kLabelWidth - 6,
            y + 12,
            html_escape(cut(bar.label)),
            kLabelWidth,
            y,
            std::max(width, 1.0),
            html_escape(bar.label),
            bar.rows,
            kLabelWidth + width + 6,
            y + 12,
            bar.rows,
            unit);
        y += kRowHeight;
    }
    return out + "</svg>\n";
}

}  // namespace kanon
