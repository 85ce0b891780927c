// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "covers/covers.hpp"

#include <string>
#include <vector>

namespace kanon::bench {

/// Stars, then seconds, of one figure: a line for each place, a column for each line.
[[nodiscard]] std::string cover_text(const CoverFigure& figure,
                                     const std::vector<CoverPoint>& points);

/// The same as Markdown.
[[nodiscard]] std::string cover_markdown(const CoverFigure& figure,
                                         const std::vector<CoverPoint>& points);

/// A claim and what came of it: `holds`, or not, or was not tried.
[[nodiscard]] std::string claim_text(const CoverClaim& claim, const CoverVerdict& verdict);

/// All releases with all digits.
[[nodiscard]] std::string cover_json(const CoverSuite& suite,
                                     const std::vector<CoverPoint>& points);

/// Two panels a figure: stars with their lower bound, seconds.
[[nodiscard]] std::string cover_svg(const CoverSuite& suite, const std::vector<CoverPoint>& points);

}  // namespace kanon::bench
