// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluated_table.hpp"
#include "kanon/learn/least_squares.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A coefficient before and after.
struct CoefficientPair {
    std::string feature;
    std::optional<learn::Coefficient> original;  ///< none: given by those before it
    std::optional<learn::Coefficient> release;
    /// Mean share of each 95 % confidence interval that lies in the other one; below 0 where they
    /// do not meet (Karr, Kohnen, Oganian, Reiter, Sanil, The American Statistician 60(3), 2006).
    std::optional<double> overlap;
};

/// A linear regression of a column of numbers, before and after.
struct Regression {
    std::string target;
    std::size_t original_rows = 0;
    std::size_t release_rows = 0;
    double r_squared_original = 0;
    double r_squared_release = 0;
    std::vector<CoefficientPair> coefficients;  ///< the constant first
    std::optional<double> mean_overlap;         ///< but of the constant
};

/// Ordinary least squares of a column of numbers on the quasi-identifiers. Features are those of
/// FeatureKind::expected, the most frequent value of each text left out as the one that others are
/// compared with; the target is standardized as well, and a cell of it that was generalized counts
/// as its expected number. Rows whose target is missing, or of which nothing is told, are left out.
/// None where either side has too few rows. At most `most_rows` rows of each side.
/// \throws Error{bad_input} if the target is no column of numbers of both tables
[[nodiscard]] std::optional<Regression> regress(const EvaluatedTable& table,
                                                const std::string& target,
                                                std::size_t most_rows,
                                                const RunContext& context);

/// The overlap of two intervals, estimate +- 1.96 standard errors.
[[nodiscard]] std::optional<double> interval_overlap(const learn::Coefficient& a,
                                                     const learn::Coefficient& b);

}  // namespace kanon
