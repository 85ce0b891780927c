// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/arrow/arrow_tables.hpp"    // IWYU pragma: export
#include "kanon/io/reading/table_reader.hpp"  // IWYU pragma: export
#include "kanon/table/table.hpp"              // IWYU pragma: export
#include "kanon/table/table_builder.hpp"      // IWYU pragma: export

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

/// Tables in memory: read from files, built column by column, taken from and handed to others by
/// the Arrow C stream interface.
namespace kanon {

/// The cells of a column as they are spelled, row by row; none: missing. Views into the table,
/// good as long as a copy of it is. Cost O(rows). \throws Error{usage} if there is no such column
[[nodiscard]] std::vector<std::optional<std::string_view>> cells_of(const Table& table,
                                                                    std::string_view column);

}  // namespace kanon
