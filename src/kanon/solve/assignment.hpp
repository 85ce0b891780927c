// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Gives each of n rows a column of its own so that the costs add up to the least: the assignment
/// problem of dense costs, solved by shortest augmenting paths (Jonker, Volgenant: A shortest
/// augmenting path algorithm for dense and sparse linear assignment problems, Computing 1987).
/// Exact; sums are of doubles, so costs that are whole numbers below 2^40 lose nothing.
///
/// One object per thread; keeps its memory, and the prices of the columns, from which the next
/// solution starts where that is asked for: of costs that changed little it is found faster.
template <class Cost>
class AssignmentSolver {
public:
    /// Costs row after row, infinity where a pair is forbidden. Prices: of the columns, to start
    /// from, or empty. False if every assignment has a forbidden pair; then nothing is known.
    /// Cost O(n^3) at worst, about n^2 where prices are near.
    [[nodiscard]] bool solve(std::span<const Cost> costs,
                             std::size_t n,
                             std::span<const double> prices = {});

    [[nodiscard]] const std::vector<std::uint32_t>& column_of_row() const { return column_of_row_; }

    /// Of the columns: of all solutions of the dual program, whose other half follows, one of the
    /// greatest value.
    [[nodiscard]] const std::vector<double>& prices() const { return prices_; }

    /// What no assignment costs less than, whatever rounding did to the search: the value of the
    /// prices in the dual program. Cost O(n^2).
    [[nodiscard]] double dual_value(std::span<const Cost> costs) const;

private:
    void take_prices(std::span<const double> prices);
    void take_free_columns();
    void reduce_rows();
    [[nodiscard]] bool augment(std::uint32_t row);
    void take_nearest();
    [[nodiscard]] std::uint32_t free_among_nearest() const;
    [[nodiscard]] std::uint32_t go_on_from(std::uint32_t from);
    void flip(std::uint32_t row, std::uint32_t column);

    /// The least and the second reduced cost of a row, and their columns.
    struct TwoLeast {
        double least = 0;
        double second = 0;
        std::uint32_t column = 0;
        std::uint32_t next = 0;
    };

    [[nodiscard]] TwoLeast two_least(std::uint32_t row) const;

    /// A way under way: columns before `done` were done before those that are nearest now, those
    /// before `low` are done, those before `up` are as near as can be, the others are to do.
    struct Way {
        std::size_t low = 0;
        std::size_t up = 0;
        std::size_t done = 0;
        double least = 0;
    };

    std::span<const Cost> costs_;
    std::size_t n_ = 0;
    std::vector<double> prices_;
    std::vector<std::uint32_t> column_of_row_;
    std::vector<std::uint32_t> row_of_column_;
    std::vector<std::uint32_t> free_;      ///< rows
    std::vector<std::uint32_t> columns_;   ///< done, on the edge, to do
    std::vector<std::uint32_t> previous_;  ///< per column: the row it was reached from
    std::vector<double> distance_;         ///< per column
    Way way_;
};

extern template class AssignmentSolver<float>;
extern template class AssignmentSolver<double>;

}  // namespace kanon
