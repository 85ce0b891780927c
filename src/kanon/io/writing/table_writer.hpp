// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string>

namespace kanon::io {

/// How a table is laid out in a file that is written.
struct FileLayout {
    Format format = Format::csv;  ///< not automatic
    Compression compression = Compression::none;
    char delimiter = ',';          ///< csv
    std::string encoding{};        ///< csv, tsv, not packed: as iconv(1) names it; "": UTF-8
    bool byte_order_mark = false;  ///< likewise: the text begins with one
};

/// Write a table over the file at `path`, in row order. `name` stands in messages.
/// Cost O(cells); CSV and Parquet are made on all threads. Memory beyond the table: CSV a byte for
/// each value of a dictionary; Parquet some row groups for each thread; a workbook
/// two bytes for each value.
/// \throws std::system_error or Error{bad_output} if the file system refuses, Error{cancelled}.
void write_table_file(const Table& table,
                      const FileLayout& layout,
                      const std::string& path,
                      const std::string& name,
                      const RunContext& context);

}  // namespace kanon::io
