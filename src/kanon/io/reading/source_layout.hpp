// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/database.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/io/text/csv_dialect.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::io {

/// What stands in the files and how DuckDB is asked for it.
struct SourceLayout {
    std::vector<std::string> names;          ///< of the columns, in the file's order
    std::vector<std::string> storage_types;  ///< SQL type of each column
    std::vector<std::string> expressions;    ///< SQL of each column as text
    std::string relation;                    ///< SQL after FROM
    CsvDialect dialect;                      ///< csv and tsv only
    std::size_t cell_count = 0;              ///< csv and tsv: of a record
    std::uint64_t total_rows = 0;            ///< 0: not known
    /// JSON: columns that may be another one's twin in other letters of case, renamed by DuckDB;
    /// such a column comes out as missing only.
    std::vector<std::string> doubtful;
    std::vector<std::string> folder_columns;  ///< those of the columns that folder names gave
    std::vector<std::string> said;            ///< see ReadTable
};

/// Look at the start (CSV), the footer (Parquet) or all (JSON) of every file.
/// \throws Error{bad_input}: names empty, repeated or other in one file than in the first one; a
/// file that is not what it should be. Error{cancelled}.
[[nodiscard]] SourceLayout find_layout(Database& database,
                                       const SourceFiles& source,
                                       const ReadOptions& options);

/// Check the rows of a text table of one column, where DuckDB lets a delimiter at the end of a row
/// go; others are not read again. \throws Error{bad_input}
void check_narrow(const SourceFiles& source, const SourceLayout& layout, const RunContext& context);

/// Say in one line what DuckDB had against the files, without its words: they may quote cells.
/// \throws Error{bad_input}, or Error{cancelled}: always one.
[[noreturn]] void refuse_source(const SourceFiles& source,
                                const SourceLayout& layout,
                                const DatabaseFault& fault,
                                const RunContext& context);

}  // namespace kanon::io
