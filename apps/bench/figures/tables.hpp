// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "figures/figures.hpp"

#include <string>
#include <vector>

namespace kanon::bench {

/// The measure, then seconds, of one figure: a line for each place, a column for each line.
[[nodiscard]] std::string figure_text(const FigureSuite& suite,
                                      const MethodFigure& figure,
                                      const std::vector<FigurePoint>& points);

/// The same as Markdown.
[[nodiscard]] std::string figure_markdown(const FigureSuite& suite,
                                          const MethodFigure& figure,
                                          const std::vector<FigurePoint>& points);

/// A claim and what came of it: `holds`, or not, or was not tried.
[[nodiscard]] std::string claim_text(const FigureSuite& suite,
                                     const FigureClaim& claim,
                                     const FigureVerdict& verdict);

/// All releases with all digits.
[[nodiscard]] std::string figure_json(const FigureSuite& suite,
                                      const std::vector<FigurePoint>& points);

/// Two panels a figure: the measure with its lower bound, seconds.
[[nodiscard]] std::string figure_svg(const FigureSuite& suite,
                                     const std::vector<FigurePoint>& points);

}  // namespace kanon::bench
