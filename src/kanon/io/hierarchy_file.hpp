// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A hierarchy file as it stands: one row per leaf, leaf first, then its generalizations upward.
struct HierarchyRows {
    std::string file;
    std::vector<std::vector<std::string>> rows;  ///< equal widths, >= 2
    std::vector<std::uint64_t> lines;            ///< 1-based line of each row
};

/// Read ARX's form: `;` or `,` (sniffed), optional double quotes, LF or CRLF, UTF-8 (a BOM is
/// skipped). \throws Error{bad_hierarchy} with file:line for unequal widths, broken quotes, invalid
/// UTF-8, NUL bytes, a repeated leaf with another path, an empty file.
[[nodiscard]] HierarchyRows read_hierarchy_file(const std::string& path);

/// The same from a text in memory; `name` stands in messages.
[[nodiscard]] HierarchyRows parse_hierarchy_text(std::string_view text, const std::string& name);

}  // namespace kanon
