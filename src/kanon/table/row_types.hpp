// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon {

/// How often each value of one column occurs in each group of rows: compressed rows.
/// The entries of group g are offsets[g] .. offsets[g+1]-1, values ascending.
struct Histograms {
    std::size_t domain_size = 0;         ///< codes are below this
    std::vector<std::uint32_t> offsets;  ///< groups + 1
    std::vector<Code> values;            ///< one per entry
    std::vector<std::uint32_t> counts;   ///< one per entry, >= 1
};

/// Rows of a group whose value is not the most frequent one there.
[[nodiscard]] std::uint64_t minority_rows(const Histograms& histograms, std::size_t group);

/// The distinct quasi-identifier rows of a table (row types), sorted by their codes, first
/// attribute first. Most methods work on these t row types and never on the n rows.
struct RowTypes {
    std::vector<CodeVector> columns;         ///< one per quasi-identifier, t codes each
    std::vector<std::uint32_t> counts;       ///< t: rows of each type, >= 1
    std::vector<std::uint32_t> type_of_row;  ///< n
    std::vector<Histograms> histograms;      ///< one per tracked column, groups = row types

    [[nodiscard]] std::size_t size() const { return counts.size(); }

    [[nodiscard]] std::size_t attribute_count() const { return columns.size(); }

    [[nodiscard]] std::size_t row_count() const { return type_of_row.size(); }
};

/// The first rows of these row types, counted from 1, at most `most`. `wanted` ascends. Cost O(n).
[[nodiscard]] std::vector<std::uint64_t> first_rows(const RowTypes& types,
                                                    std::span<const std::uint32_t> wanted,
                                                    std::size_t most);

/// Group the rows by the given columns of the table and count the tracked columns in each group.
/// `quasi_identifiers` and `tracked` are column indices; with no quasi-identifier all rows are one
/// type. The codes of a row are packed into a 64-bit key (wider rows: several rounds, each from the
/// types of the last). Many distinct keys are split into ranges and sorted by radix within the
/// cache; few are numbered by a hash table first. Cost O(n (m + key bytes)) time, at most 24 bytes
/// per row beyond the result. Same result for any thread count.
///
/// Row i of the table counts as weights[i] rows, each >= 1; as one where `weights` is empty.
/// \throws Error{bad_input} if the rows of a type are more than 32 bits can count.
[[nodiscard]] RowTypes make_row_types(const Table& table,
                                      std::span<const std::size_t> quasi_identifiers,
                                      std::span<const std::size_t> tracked,
                                      unsigned threads,
                                      std::span<const std::uint64_t> weights = {});

/// Stands for no row where rows are listed by number.
inline constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

/// Count the values of a column in each row type. Row i of the types has the cell of row rows[i] of
/// the column, or is not counted where that is kNoRow; `rows` is empty where row i has cell i.
/// Row i counts as weights[i] rows, as it did for the types; as one where `weights` is empty.
/// Cost O(n), or O(n log n) where types and values are many; 4 bytes per row beyond the result, 8
/// with weights. Same result for any thread count.
[[nodiscard]] Histograms count_values(const RowTypes& types,
                                      const Column& column,
                                      std::span<const std::uint32_t> rows,
                                      unsigned threads,
                                      std::span<const std::uint64_t> weights = {});

}  // namespace kanon
