// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A hierarchy file as it stands: one row per leaf, leaf first, then its generalizations upward.
struct HierarchyRows {
    std::string file;
    std::vector<std::vector<std::string>> rows;  ///< equal widths, 2 .. 65
    std::vector<std::uint64_t> lines;            ///< 1-based line of each row
    bool left_out_blanks = false;                ///< around fields that stand in no quotes
    std::string found_encoding{};                ///< of a text that is no UTF-8; "": nothing found
};

/// What is said of a hierarchy file; all else is found.
struct HierarchyFileOptions {
    std::string encoding{};           ///< as iconv(1) names it; "": found as that of tables is
    std::optional<char> delimiter{};  ///< none: sniffed
    bool header = false;              ///< the first row names the columns, and is left out
};

/// Read ARX's form: no heading unless one is said; fields parted by `;`, tab or `,` (sniffed: the
/// first of these that gives the first hundred rows one width); a field may stand in double quotes,
/// then it may hold delimiters, line breaks and doubled quotes; LF or CRLF; UTF-8, or UTF-16 or
/// Windows-1252 by their look; a BOM is skipped; blank lines are
/// skipped; blanks within a field count, those around one do not, unless it stands in quotes.
/// \throws Error{bad_hierarchy} with file, line and column: missing, a folder, larger than 256 MiB,
/// no rows, more than 10 million rows or 64 generalizations, no delimiter, unequal widths (names
/// both lines), broken quotes, a lone carriage return, invalid UTF-8, NUL bytes.
/// What the rows mean is not checked here. Cost O(bytes).
[[nodiscard]] HierarchyRows read_hierarchy_file(const std::string& path,
                                                const HierarchyFileOptions& options = {},
                                                const RunContext& context = {});

/// The same from a text in memory, in UTF-8; `name` stands in messages.
[[nodiscard]] HierarchyRows parse_hierarchy_text(std::string_view text,
                                                 const std::string& name,
                                                 const HierarchyFileOptions& options = {});

/// Rows in the form that parse_hierarchy_text() reads back as they are: `;`, LF, quotes where
/// needed. \pre  at least one row, equal widths of 2 .. 65, UTF-8 without NUL.
[[nodiscard]] std::string hierarchy_text(std::span<const std::vector<std::string>> rows);

}  // namespace kanon
