// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/foreign_table.hpp"

#include <memory>

namespace kanon::io {

/// Open the sheet of an Excel workbook (Office Open XML, ISO/IEC 29500) that the options name, or
/// the only one that is not hidden, as a table: its first row with cells is the header, or a row,
/// by judge_first_record(); rows without cells are none.
///
/// Values are taken as they are stored: numbers by the fewest digits that tell the double, whatever
/// their format shows; dates and times, which are numbers with a format of dates, as ISO text, in
/// the date system of the workbook (with the day 1900-02-29 that never was); formulas by the value
/// that was stored with them. An error (`#N/A`) is missing, and so are cells of a merged range but
/// the first, which is said. Memory: the texts that cells share.
///
/// \throws Error{bad_input}: no such sheet, several and none named (they are listed), a formula
/// without a value, a cell outside the named columns, columns without a name, more rows, columns or
/// text than a sheet can have, and what is no workbook or more than ReadOptions::unpack_limit.
[[nodiscard]] std::unique_ptr<ForeignTable> open_workbook(const ForeignFile& file);

}  // namespace kanon::io
