// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kanon::bench {

struct PlotPoint {
    double x = 0;
    double y = 0;
};

/// One line of a plot.
struct PlotLine {
    std::string name;
    std::vector<PlotPoint> points;  ///< x ascending; points that are not above 0 are left out
    bool dashed = false;
    std::size_t color = 0;  ///< lines of one color belong together
};

struct PlotPanel {
    std::string title;
    std::string x_title;
    std::vector<PlotLine> lines;
};

/// Panels side by side, `per_row` of them (0: all), as one SVG file, both axes logarithmic, a tick
/// for each power of ten. No script, font or link; follows the reader's colour scheme. Texts must
/// be plain, without markup.
[[nodiscard]] std::string log_log_svg(const std::vector<PlotPanel>& panels,
                                      const std::string& description,
                                      std::size_t per_row = 0);

}  // namespace kanon::bench
