// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// One bar of a chart.
struct Bar {
    std::string label;
    double size = 0;      ///< >= 0
    std::string figure;   ///< stands beside the bar
    bool pooled = false;  ///< stands for several values; drawn in a quieter colour
};

/// The longest bar's size; 0 if there is none.
[[nodiscard]] double greatest_size(const std::vector<Bar>& bars);

/// Horizontal bars as a list of HTML: label, bar, figure, which who hears the page is told as well.
/// `full` is the size of the longest bar that fits; at least greatest_size(), so charts drawn with
/// the same one can be compared. Long labels are cut. Needs no script, font or link, and takes its
/// look from html_style().
[[nodiscard]] std::string bar_chart(const std::vector<Bar>& bars,
                                    std::string_view title,
                                    double full);

}  // namespace kanon
