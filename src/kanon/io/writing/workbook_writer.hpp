// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/table.hpp"

#include <string>

namespace kanon::io {

/// Write a table over the file at `path` as an Excel workbook of one sheet: the names of the
/// columns in bold, in a row that stays in view, then the rows. Values are numbers, days, truth
/// values or texts as sheet_column() says, never formulas or links; a missing one is no cell. The
/// bytes depend on the table alone. What was written is read back and compared with the table, cell
/// by cell.
///
/// Memory: two bytes for each value of a dictionary. Unnamed private files beside `path`, as large
/// as the unpacked sheet twice, hold what is not packed yet. On one thread; the packing, about half
/// of the time, cannot be cancelled.
/// \throws Error{bad_output}: the table does not fit a worksheet (before anything is written), the
/// disk is full; Error{cancelled}
void write_workbook(const Table& table,
                    const std::string& path,
                    const std::string& name,
                    const RunContext& context);

}  // namespace kanon::io
