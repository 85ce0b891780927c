// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kanon::learn {
namespace {

// x 1 2 3 4, y 2 4 5 8: slope 1.9, constant 0, residuals 0.1 0.2 -0.7 0.4, their squares 0.7, so
// a variance of 0.35; Sxx 5, so a standard error of sqrt(0.07); SST 18.75.
TEST(LeastSquares, FitsALineByHand) {
    const Samples samples{.columns = 1, .values = {1, 2, 3, 4}};
    const std::vector<double> target{2, 4, 5, 8};
    const auto fit = fit_least_squares(samples, target);
    ASSERT_TRUE(fit && fit->coefficients[0] && fit->coefficients[1]);
    EXPECT_NEAR(fit->coefficients[0]->value, 0, 1e-9);
    EXPECT_NEAR(fit->coefficients[1]->value, 1.9, 1e-9);
    EXPECT_NEAR(fit->coefficients[1]->error, std::sqrt(0.07), 1e-9);
    EXPECT_NEAR(fit->r_squared, 1 - 0.7 / 18.75, 1e-9);
    EXPECT_EQ(fit->rows, 4U);
}

TEST(LeastSquares, LeavesOutWhatIsGivenByOthers) {
    // The second column is twice the first, the third always 1.
    const Samples samples{.columns = 3, .values = {1, 2, 1, 2, 4, 1, 3, 6, 1, 4, 8, 1, 5, 10, 1}};
    const std::vector<double> target{1, 2, 3, 4, 6};
    const auto fit = fit_least_squares(samples, target);
    ASSERT_TRUE(fit);
    EXPECT_TRUE(fit->coefficients[1]);
    EXPECT_FALSE(fit->coefficients[2]);
    EXPECT_FALSE(fit->coefficients[3]);
}

TEST(LeastSquares, NeedsMoreRowsThanCoefficients) {
    const Samples samples{.columns = 1, .values = {1, 2}};
    const std::vector<double> target{1, 2};
    EXPECT_FALSE(fit_least_squares(samples, target));
}

}  // namespace
}  // namespace kanon::learn
