// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/reading/found_columns.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/io/reading/source_layout.hpp"
#include "kanon/io/reading/table_encoder.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include <string>
#include <vector>

namespace kanon::io {

/// True if a column is on a list of names.
[[nodiscard]] bool names_column(const std::vector<std::string>& list, const std::string& name);

/// Refuse names of columns that are no UTF-8 text, empty, or another one's. \throws
/// Error{bad_input}
void check_column_names(const std::vector<std::string>& names, const std::string& file);

/// The columns of a file that the options skip, in its order.
[[nodiscard]] std::vector<std::string> skipped_columns(const std::vector<std::string>& names,
                                                       const ReadOptions& options);

/// Refuse names in the options that no column of the file has. \throws Error{bad_input}
void check_asked_names(const std::vector<std::string>& names,
                       const ReadOptions& options,
                       const std::string& file);

/// Refuse a table of more columns than are read: what takes each with all others would not end.
/// \throws Error{bad_input}
void check_column_count(std::size_t columns, const std::string& file);

/// Refuse a file of whose columns none is to be read. \throws Error{bad_input}
void check_columns_left(bool any, const std::string& file);

/// Refuse a table of more rows than the options let. \throws Error{bad_input}
void check_most_rows(std::uint64_t rows, const ReadOptions& options, const std::string& file);

/// Refuse a table of no rows, or of none that are kept. \throws Error{bad_input}
void check_kept_rows(const FoundTable& found, const std::string& file);

/// True if the options skip a column of the files' own, not one of their folders.
[[nodiscard]] bool skips_own_columns(const SourceLayout& layout, const ReadOptions& options);

/// What one pass over the rows goes by.
struct ReadingPass {
    const MarksOf& marks;  ///< missing ones besides those of the options
    BlankRows blank = BlankRows::by_columns;
};

/// The columns that are wanted of the rows that DuckDB reads; perhaps of no row, and then not
/// finished. \throws Error{bad_input}, DatabaseFault, Error{cancelled}
[[nodiscard]] FoundTable read_by_database(const SourceFiles& source,
                                          const SourceLayout& layout,
                                          const ReadOptions& options,
                                          const ReadingPass& pass,
                                          Database& database);

}  // namespace kanon::io
