// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::test {

/// The bytes of a zip archive of these files: name and content of each.
[[nodiscard]] std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files);

/// A text packed by itself: `bzip2`, `xz`, `gzip` or `zstd`.
[[nodiscard]] std::string packed_by(const std::string& filter, std::string_view text);

/// What a made-up workbook holds.
struct WorkbookText {
    std::string rows;        ///< XML within <sheetData>
    std::string strings;     ///< XML within <sst>; "": there is no such part
    std::string formats;     ///< XML within <numFmts>
    std::string styles;      ///< XML within <cellXfs>
    std::string behind;      ///< XML behind <sheetData>
    std::string properties;  ///< attributes of <workbookPr>
    /// Names of the sheets, and `hidden` or ""; the rows are those of the first.
    std::vector<std::pair<std::string, std::string>> sheets{{"Data", ""}};
};

/// The bytes of an Excel workbook.
[[nodiscard]] std::string workbook_of(const WorkbookText& text);

/// A cell with a text of its own, and one with a number, for `rows`.
[[nodiscard]] std::string text_cell(std::string_view reference, std::string_view text);
[[nodiscard]] std::string number_cell(std::string_view reference,
                                      std::string_view number,
                                      std::string_view style = "");

}  // namespace kanon::test
