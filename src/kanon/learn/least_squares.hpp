// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/learn/samples.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kanon::learn {

/// One coefficient of a linear regression.
struct Coefficient {
    double value = 0;
    double error = 0;  ///< standard error
};

/// A linear regression by ordinary least squares.
struct LinearFit {
    /// The constant, then one for each column; none for a column that the ones before it give.
    std::vector<std::optional<Coefficient>> coefficients;
    double r_squared = 0;
    std::size_t rows = 0;
};

/// Fit target = constant + sum of coefficient * column. Normal equations and the sweep operator
/// (Goodnight, The American Statistician 33(3), 1979), which leaves out what depends on the columns
/// before. Cost O(n columns^2 + columns^3). None without more rows than coefficients.
[[nodiscard]] std::optional<LinearFit> fit_least_squares(const Samples& samples,
                                                         std::span<const double> target);

}  // namespace kanon::learn
