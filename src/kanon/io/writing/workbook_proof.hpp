// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/writing/workbook_cells.hpp"
#include "kanon/table/table.hpp"

#include <string>
#include <vector>

namespace kanon::io {

/// Read the workbook at `path` and compare it with the table that it was made of, cell by cell.
/// `columns` are those of sheet_column(). Cost as to read it; memory of a row.
/// \throws Error{bad_output} if a cell is another one, missing or too many; Error{cancelled}
void prove_workbook(const Table& table,
                    const std::vector<SheetColumn>& columns,
                    const std::string& path,
                    const std::string& name,
                    const RunContext& context);

}  // namespace kanon::io
