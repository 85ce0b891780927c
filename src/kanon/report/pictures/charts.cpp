// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/pictures/charts.hpp"

#include "kanon/base/text/utf8.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon {
namespace {

constexpr std::size_t kLongestLabel = 60;

/// The text cut to what is readable, by code points.
std::string cut(std::string_view text, std::size_t longest) {
    const std::string_view start = first_code_points(text, longest);
    return std::string(start) + (start.size() < text.size() ? "…" : "");
}

std::string drawn(const Bar& bar, double full) {
    const double share = full > 0 ? bar.size / full : 0;
    const std::string length = share > 0
                                   ? fmt::format(R"(<i class="bar{}" style="--share:{:.4f}"></i>)",
                                                 bar.pooled ? " pooled" : "",
                                                 std::max(share, 0.0001))
                                   : "";
    return fmt::format(
        "<li><span class=\"label\">{}</span> <span class=\"length\">{}<span>{}</span></span></li>"
        "\n",
        html_name(cut(bar.label, kLongestLabel)),
        length,
        html_escape(bar.figure));
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
    std::string out = fmt::format("<figure>\n<figcaption>{}</figcaption>\n", html_escape(title));
    if (bars.empty()) {
        return out + "<p class=\"soft\">none</p>\n</figure>\n";
    }
    out += "<ul class=\"bars\" role=\"list\">\n";
    for (const Bar& bar : bars) {
        out += drawn(bar, std::max(full, greatest_size(bars)));
    }
    return out + "</ul>\n</figure>\n";
}

}  // namespace kanon
