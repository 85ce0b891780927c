// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {

/// One cell of a table as a file states it; none: missing.
using PlainCell = std::optional<std::string>;
using PlainRecord = std::vector<PlainCell>;

/// A second reader of CSV, written by hand and sharing no code with the library: RFC 4180 by the
/// letter, records ended by LF or CRLF (the last one perhaps by nothing), a quote within quotes
/// doubled. A cell that is empty, quoted or not, is missing. A line without a byte is a record of
/// one missing cell.
///
/// None for what the RFC does not allow: a quote in a cell that is not quoted, anything but a
/// delimiter or an end of line after a closing quote, a quote left open, a bare CR, a NUL.
[[nodiscard]] std::optional<std::vector<PlainRecord>> plain_csv(std::string_view text,
                                                                char delimiter = ',');

}  // namespace kanon::test
