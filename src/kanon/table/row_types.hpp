// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon {

/// Rows below which one thread groups faster than several.
inline constexpr std::size_t kParallelRows = 65536;

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

/// The joint values of several columns in each row type: the entries of type g are offsets[g] ..
/// offsets[g+1]-1, ascending by their codes, first column first. Empty for fewer than two columns:
/// then the histograms say it all.
struct JointTuples {
    std::vector<std::uint32_t> offsets;  ///< types + 1, or empty
    std::vector<CodeVector> values;      ///< one per column, a code per entry
    std::vector<std::uint32_t> counts;   ///< one per entry, >= 1
};

/// The distinct quasi-identifier rows of a table (row types), sorted by their codes, first
/// attribute first. Most methods work on these t row types and never on the n rows.
struct RowTypes {
    std::vector<CodeVector> columns;     ///< one per quasi-identifier, t codes each
    std::vector<std::uint32_t> counts;   ///< t: rows of each type, >= 1
    std::vector<Histograms> histograms;  ///< one per tracked column, groups = row types
    JointTuples joint;                   ///< of the tracked columns
    std::uint64_t rows = 0;              ///< n: the sum of counts

    [[nodiscard]] std::size_t size() const { return counts.size(); }

    [[nodiscard]] std::size_t attribute_count() const { return columns.size(); }

    [[nodiscard]] std::uint64_t row_count() const { return rows; }

    /// How many rows of a type have each of its tuples of tracked values, in the order of tuples;
    /// the type's rows where no column is tracked.
    [[nodiscard]] std::span<const std::uint32_t> tuple_counts(std::size_t type) const;

    /// The code that a tuple of a type has in one of the tracked columns, by its place.
    [[nodiscard]] Code tuple_value(std::size_t type, std::size_t tuple, std::size_t column) const;

    /// Place among tuple_counts() of the tuple with these codes, one per tracked column; the number
    /// of tuples if there is none. Cost O(log tuples).
    [[nodiscard]] std::size_t find_tuple(std::size_t type, std::span<const Code> codes) const;
};

/// Row types, and of which type each row is that was grouped.
struct TypedRows : RowTypes {
    std::vector<std::uint32_t> type_of_row;
};

/// Group the rows by the given columns of the table and count the tracked columns in each group,
/// and their tuples where they are several.
/// `quasi_identifiers` and `tracked` are column indices; with no quasi-identifier all rows are one
/// type. The codes of a row are packed into a 64-bit key (wider rows: several rounds, each from the
/// types of the last). Many distinct keys are split into ranges and sorted by radix within the
/// cache; few are numbered by a hash table first. Cost O(n (m + key bytes)) time, at most 24 bytes
/// per row beyond the result. Same result for any thread count.
///
/// Row i of the table counts as weights[i] rows, each >= 1; as one where `weights` is empty.
/// \throws Error{bad_input} if the rows of a type are more than 32 bits can count.
[[nodiscard]] TypedRows make_row_types(const Table& table,
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
[[nodiscard]] Histograms count_values(const TypedRows& types,
                                      const Column& column,
                                      std::span<const std::uint32_t> rows,
                                      unsigned threads,
                                      std::span<const std::uint64_t> weights = {});

}  // namespace kanon
