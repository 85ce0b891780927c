// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace kanon::cli {

/// Rows of cells as lines with aligned columns, two blanks between; widths are counted in
/// characters, not bytes. The first row is the head. Rows must be equally long.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows);

/// The same as a Markdown table: the first column to the left, all others to the right.
[[nodiscard]] std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace kanon::cli
