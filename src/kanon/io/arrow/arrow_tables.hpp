// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/arrow/arrow_interface.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/values/value_type.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kanon {

/// How a stream is to be read; as of files, names of columns that it lacks are refused.
struct ArrowReadOptions {
    std::vector<std::string> missing_marks;  ///< spellings that mean missing, besides null and ""
    std::map<std::string, ValueType> types;  ///< declared types by column; others are inferred
    std::vector<std::string> skip;           ///< columns not to be read
    /// Gets the numbers of the rows without any value, in columns not read either; null: they are
    /// not looked for. They are rows of the table all the same.
    std::vector<std::uint32_t>* blank_rows = nullptr;
};

/// Read a stream of the Arrow C stream interface to its end: the same table that a file with the
/// same cells gives. The stream is taken: it is released in the end, whatever happens.
///
/// Columns of whole numbers, floats, booleans, texts (also as views), decimals of 128 bits, dates,
/// timestamps (a zoned one in UTC) and null, any of them behind a dictionary, in any number of
/// batches and at any offset. Texts behind a dictionary are copied once each, and not if no row has
/// them. Cost O(cells); a column is read by one thread. Same table for any number of threads.
/// \throws Error{bad_input}: the stream or a batch was released, fails or breaks the interface as
/// far as that can be seen, a column's type is none of these, a cell is one that no table can hold.
/// Error{cancelled}
[[nodiscard]] Table from_arrow(ArrowArrayStream* stream,
                               const ArrowReadOptions& options = {},
                               const RunContext& context = {});

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
