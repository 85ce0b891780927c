// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/table.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"
#include "kanon/tabulate/contract/tabulate_options.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// From what is asked for to what is counted.
namespace kanon::tabulate {

/// The name of the column of counts.
inline constexpr const char* kCountColumn = "count";

/// A row for each that is counted, and a column for each of the count tables: one of the table, or
/// the labels of a level of its hierarchy under the name `COLUMN@LEVEL`. In the order in which they
/// are first named.
struct CountedTable {
    Table table;
    std::vector<CountColumn> columns;
    /// All subsets of the columns of each table, those of the most columns first, of as many those
    /// of lower levels.
    std::vector<std::uint32_t> sets;
};

/// With persons each is counted once, by one of its rows. Cost O(rows * columns).
/// \throws Error: usage (no table, a column twice or not there, two levels of one in a table, a
/// level that its hierarchy has not, k below 2), bad_hierarchy, bad_input (no rows, a total spelled
/// as a value, a person without a value or with several values of a column)
[[nodiscard]] CountedTable counted_table(const Table& table, const TabulateOptions& options);

/// The columns of a table that are needed. \param there all of its names
/// \throws Error{usage} as counted_table(), but for columns that are not there
[[nodiscard]] std::vector<std::string> needed_columns(const TabulateOptions& options,
                                                      const std::vector<std::string_view>& there);

/// \throws Error{usage} if there is no such column
[[nodiscard]] std::size_t place_of_column(const Table& table, std::string_view name);

}  // namespace kanon::tabulate
