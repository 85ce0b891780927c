// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluated_table.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// The quantiles that are stated of a column of numbers.
inline constexpr std::array<double, 5> kStatedQuantiles{0.05, 0.25, 0.5, 0.75, 0.95};

/// A column of numbers on one side; dates in days since 1970-01-01. Missing values do not count.
struct NumberFigures {
    double mean = 0;
    double deviation = 0;  ///< standard deviation, divided by the number of rows
    std::array<double, kStatedQuantiles.size()> quantiles{};
};

/// How the values of a column are spread, before and after.
struct ColumnFigures {
    std::string column;
    bool is_date = false;
    std::optional<NumberFigures> original;  ///< of numbers and dates that are not all missing
    std::optional<NumberFigures> release;
    double hellinger = 0;        ///< distance of the two distributions, 0 to 1
    double total_variation = 0;  ///< half the sum of their differences, 0 to 1
    /// Numbers and dates: how far shares of rows must be moved, over the extent of the column
    /// (earth mover's distance), 0 to 1; of texts it would be the total variation.
    std::optional<double> earth_mover;
};

/// The figures of every column. Those of the release are what is to be expected if each cell were
/// drawn from its spread: a released range counts by the values it covers, not by its middle, so
/// that the deviation has what lies within the cells. A cell released as a mean counts as that.
/// A quantile is the least value with at least that share of the rows at or below it.
/// Cost O(n + codes) each.
[[nodiscard]] std::vector<ColumnFigures> column_figures(const EvaluatedTable& table);

/// Hellinger distance of two lists of shares: sqrt(1 - sum sqrt(p q)).
[[nodiscard]] double hellinger_distance(const std::vector<double>& p, const std::vector<double>& q);

/// Total variation of two lists of shares: half the sum of |p - q|.
[[nodiscard]] double total_variation(const std::vector<double>& p, const std::vector<double>& q);

}  // namespace kanon
