// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/workbook_sheet.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// How a value stands in a cell.
enum class SheetValue : std::uint8_t { none, text, number, date, boolean };

/// How the values of a column stand in a worksheet.
///
/// Numbers are numbers if each one reads back as it is spelled, and has at most 15 digits, which
/// programs of sheets keep; or if all values are numbers with as many decimals as each other, which
/// the format then shows. Otherwise a number that is written `00123` or `1e5` makes all numbers of
/// its column texts, so that one column has one kind. Likewise dates before March 1900.
struct SheetColumn {
    std::vector<SheetValue> values;    ///< of each code
    std::optional<unsigned> decimals;  ///< that numbers are shown with; none: as they are
    bool has_dates = false;
    std::size_t longest = 0;  ///< characters of a value
};

/// Cost O(characters of the dictionary).
[[nodiscard]] SheetColumn sheet_column(const Column& column);

/// The number of a day in a worksheet. \pre the text is a date, `2020-02-28`
[[nodiscard]] double day_of_sheet(std::string_view text);

/// A number as the library writes it, 16 digits of it.
[[nodiscard]] std::string stored_number(double number);

/// A text as a sheet stores it: what would read as the escape of a character is escaped.
[[nodiscard]] std::string sheet_text(std::string_view text);

/// Refuse what a worksheet cannot hold: too many rows or columns, texts that are too long or have
/// characters that XML has not, rows without a value. `name` stands in messages.
/// \throws Error{bad_output}
void check_fits_sheet(const Table& table, const std::string& name);

}  // namespace kanon::io
