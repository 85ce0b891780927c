// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <string_view>

namespace kanon {

/// What the order of a table's rows says of a column.
enum class OrderFinding : std::uint8_t {
    none,     ///< nothing that chance would not do as well
    sorted,   ///< no value stands after a greater one, or none after a lesser one
    nearly,   ///< as a rule the next different value is greater, or as a rule it is less
    trend,    ///< values grow, or fall, from the first row to the last
    grouped,  ///< equal values stand together
};

/// What it is, in words that follow "by the column": `sorted`, `nearly sorted`, ...
[[nodiscard]] std::string_view to_string(OrderFinding finding);

/// Look at the order of the rows from one column, in the order of its values (numbers by size,
/// dates by day, text by bytes); rows where it is missing are passed over. Beside n values in
/// random order, all orders alike likely:
/// - sorted, grouped: exactly so, and by chance that happens less than once in 10^6 tables:
///   2 f1! f2! .../n! for d values with f1, f2, ... rows, and d! f1! f2! .../n!;
/// - nearly: of the neighbours that differ, at least 3 of 4 go the same way;
/// - trend: Spearman's correlation of row number and value is at least 0.5 or at most -0.5;
/// - grouped, nearly: neighbours that differ are at most half of those expected, which are 20 or
///   more (Wald, Wolfowitz 1940);
/// the last three only where the figure is 6 or more standard deviations away from what chance
/// gives. So of tables of 100 columns in random order fewer than one in 1,000 is said to tell one.
/// Of a table of more than 2^20 rows 256 windows of 4,096 rows each are looked at first; where they
/// stand in no order, neither does the table. Cost O(n + d) time, O(d) memory; of long tables in no
/// order O(2^20 + d).
[[nodiscard]] OrderFinding find_order(const Column& column);

}  // namespace kanon
