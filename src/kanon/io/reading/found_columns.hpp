// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/table_reader.hpp"
#include "kanon/table/column_builder.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon::io {

/// The columns of a table as they were read.
struct FoundTable {
    std::vector<FoundColumn> columns;
    std::uint64_t rows = 0;
    std::uint64_t dropped_rows = 0;  ///< left out, as a column lacks a value that it must have
    std::uint64_t blank_rows = 0;    ///< left out, as no column has a value
};

/// Missing marks by column.
using MarksOf = std::map<std::string, std::vector<std::string>>;

/// Read a table, `read` doing the work: again where marks were found in columns whose missing rows
/// are to be left out, which it is then given. Sets table, dropped_rows, and what is said of
/// values.
[[nodiscard]] ReadTable read_with_marks(const std::function<FoundTable(const MarksOf&)>& read,
                                        const ReadOptions& options);

/// The same; none as soon as `read` gives none.
[[nodiscard]] std::optional<ReadTable> read_some_with_marks(
    const std::function<std::optional<FoundTable>(const MarksOf&)>& read,
    const ReadOptions& options);

/// How the values of a column are to be understood.
[[nodiscard]] ValueRules rules_of(const ReadOptions& options, const std::string& column);

/// The missing marks of a column: those of the options and more.
[[nodiscard]] std::vector<std::string> marks_of(const std::string& column,
                                                const ReadOptions& options,
                                                const MarksOf& marks);

/// Names of columns as they stand in a line: `'a', 'b' and 3 more columns`.
[[nodiscard]] std::string names_text(const std::vector<std::string>& names);

}  // namespace kanon::io
