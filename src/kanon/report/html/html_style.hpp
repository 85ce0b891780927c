// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kanon {

/// The style sheet of the report: light and dark by the reader's setting, light on paper.
[[nodiscard]] std::string_view html_style();

}  // namespace kanon
