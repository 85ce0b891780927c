// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace kanon {
namespace {

TEST(ParallelTexts, AreUsedInOrder) {
    for (const unsigned threads : {1U, 4U}) {
        std::string all;
        std::string expected;
        for (int index = 0; index < 500; ++index) {
            expected += std::to_string(index) + " ";
        }
        parallel_texts(
            500,
            threads,
            [](std::size_t index) { return std::to_string(index) + " "; },
            [&](const std::string& text) { all += text; });
        EXPECT_EQ(all, expected) << threads;
    }
}

std::string fail_at_ten(std::size_t index) {
    if (index == 10) {
        throw std::runtime_error("no");
    }
    return {};
}

TEST(ParallelTexts, AFaultReachesTheCallerAndEndsTheUse) {
    for (const unsigned threads : {1U, 4U}) {
        std::atomic<int> used{0};
        const auto use = [&](const std::string&) { ++used; };
        EXPECT_THROW(parallel_texts(1000, threads, fail_at_ten, use), std::runtime_error);
        EXPECT_LE(used, 10) << threads;
    }
}

}  // namespace
}  // namespace kanon
