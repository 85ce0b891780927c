// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/arrow/arrow_interface.hpp"
#include "kanon/table/table.hpp"

namespace kanon {

/// Hand a table, say a release's, out as a stream of the Arrow C stream interface: one batch of all
/// rows, or none of an empty table. `out` is written over; whoever holds it releases it. The stream
/// shares the table's columns, which live as long as it, or an array out of it, does.
///
/// Columns whose storage type is a whole number of at most 64 bits, FLOAT, DOUBLE, BOOLEAN or DATE
/// are of that type, and a text in them that is no such value (a star) is null; all other columns
/// are texts behind a dictionary. A dictionary holds the values that occur, and no others: what
/// only suppressed rows had is not in the stream. Cost O(cells); memory: typed columns, the bits of
/// nulls, and the texts of dictionaries; codes are shared where all values occur. The same for any
/// number of threads.
/// \throws std::bad_alloc
void to_arrow(const Table& table, ArrowArrayStream* out, Threads threads = 0);

}  // namespace kanon
