// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/distributions.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// Text made safe for HTML and SVG; control characters become spaces.
[[nodiscard]] std::string html_escape(std::string_view text);

/// Horizontal bars as an inline SVG: label, bar, figure. `unit` follows each figure. The drawing
/// needs no script, font or link, and follows the reader's colour scheme through CSS classes.
[[nodiscard]] std::string bar_chart(const std::vector<Bar>& bars,
                                    std::string_view title,
                                    std::string_view unit);

}  // namespace kanon
