// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/spread.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// What a column is to who evaluates.
enum class EvaluatedRole : std::uint8_t { quasi_identifier, sensitive, other };

/// A column of the original that the release has, too.
struct EvaluatedColumn {
    std::string name;
    EvaluatedRole role = EvaluatedRole::other;
    std::vector<Spread> spreads;  ///< per released code; the last of a cell that was left out
};

/// Original and release side by side: the columns that both have, in the original's order, and the
/// values that each released cell may stand for. Originals are as they were before any coding.
struct EvaluatedTable {
    Table original;  ///< column j is columns[j]
    Table released;
    std::vector<EvaluatedColumn> columns;
    std::uint64_t left_out = 0;  ///< rows of the original that the release has no more
    /// True if row i of the release is row i of the original, or original_row[i] if there are any.
    bool traced = false;
    std::vector<std::uint32_t> original_row;

    [[nodiscard]] const Dictionary& dictionary(std::size_t column) const {
        return *original.column(column).dictionary;
    }

    [[nodiscard]] bool is_numeric(std::size_t column) const {
        return dictionary(column).is_numeric();
    }

    /// The original's row of a released row. \pre traced
    [[nodiscard]] std::size_t row_of(std::size_t released_row) const {
        return original_row.empty() ? released_row : original_row[released_row];
    }

    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
};

/// Put a release beside its original. Columns are found by name; those that only one side has are
/// left out. `classes` are those of the release, whether it is whole or not. `traced`: rows are
/// known to stand in the original's order.
/// Cost O(n + codes covered) for each column. \pre the original has rows.
[[nodiscard]] EvaluatedTable evaluated_table(const Problem& problem,
                                             const Release& release,
                                             const ReleasedClasses& classes,
                                             bool traced);

/// Distinct rows of some columns and how many rows of the release each is; the rows that were left
/// out are one more, of codes that have the last spread. \pre columns is not empty
struct CountedRow {
    std::vector<std::uint32_t> spreads;  ///< a place for each column
    double rows = 0;
};

[[nodiscard]] std::vector<CountedRow> released_rows_of(const EvaluatedTable& table,
                                                       std::span<const std::size_t> columns,
                                                       unsigned threads);

/// Rows of the release whose cell has each spread of a column, those left out in the last place.
[[nodiscard]] std::vector<double> rows_of_spreads(const EvaluatedTable& table, std::size_t column);

/// Rows of the original with each value of a column.
[[nodiscard]] std::vector<double> rows_of_values(const EvaluatedTable& table, std::size_t column);

/// Rows that the release lets one expect with each value of a column.
[[nodiscard]] std::vector<double> expected_rows_of_values(const EvaluatedTable& table,
                                                          std::size_t column);

}  // namespace kanon
