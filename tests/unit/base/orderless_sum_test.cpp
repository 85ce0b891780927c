// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/orderless_sum.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace kanon {
namespace {

double sum_of(const std::vector<double>& numbers, double most) {
    OrderlessSum sum(most);
    for (const double number : numbers) {
        sum.add(number);
    }
    return sum.total();
}

TEST(OrderlessSum, IsTheSameInEveryOrderToTheLastBit) {
    Random random(3);
    for (const double size : {1.0, 1e-9, 1e30, 1e290}) {
        std::vector<double> numbers;
        for (int i = 0; i < 500; ++i) {
            numbers.push_back(random.unit() * random.unit() * size);
        }
        double plain = 0;
        for (const double number : numbers) {
            plain += number;
        }
        const double sum = sum_of(numbers, 500 * size);
        EXPECT_NEAR(sum / size, plain / size, 1e-11);
        std::ranges::sort(numbers);
        EXPECT_EQ(sum_of(numbers, 500 * size), sum);
        std::ranges::reverse(numbers);
        EXPECT_EQ(sum_of(numbers, 500 * size), sum);
    }
}

TEST(OrderlessSum, IsExactForWholeNumbers) {
    EXPECT_EQ(sum_of({1e15, 1, 1, 1}, 2e15), 1e15 + 3);
    EXPECT_EQ(sum_of({}, 1), 0);
    EXPECT_EQ(sum_of({0.5, 0.5}, 1), 1);  // as much as was said, exactly
}

}  // namespace
}  // namespace kanon
