// SPDX-License-Identifier: Apache-2.0
#include "support/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

using Cases = std::vector<std::uint64_t>;

/// Sets how much is tried for the time of a test.
class DrawnCases : public testing::Test {
protected:
    void SetUp() override { choose("short"); }

    void TearDown() override { choose(was_.c_str()); }

    static void choose(const char* effort) {
        ASSERT_EQ(setenv("KANON_TEST_EFFORT", effort, 1), 0);  // gtest runs on one thread
    }

private:
    std::string was_ = full_effort() ? "full" : "short";
};

TEST_F(DrawnCases, AreOneOfEachPartTheSameForANameAndOthersForAnother) {
    const Cases drawn = drawn_cases("mondrian", 1000, 100);
    for (std::size_t part = 0; part < drawn.size(); ++part) {
        EXPECT_GT(drawn[part] * drawn.size(), part * 1000);
        EXPECT_LE(drawn[part] * drawn.size(), (part + 1) * 1000);
    }
    EXPECT_EQ(drawn_cases("mondrian", 1000, 100), drawn);
    EXPECT_NE(drawn_cases("optimal", 1000, 100), drawn);
    EXPECT_EQ(drawn_cases("optimal", 1000, 100).size(), drawn.size());
}

TEST_F(DrawnCases, AreAtLeastOne) {
    EXPECT_EQ(drawn_cases("mondrian", 1, 1), Cases{1});
}

TEST_F(DrawnCases, AreAllInAFullRun) {
    choose("full");
    Cases all(5);
    std::iota(all.begin(), all.end(), 1U);
    const Cases drawn = drawn_cases("mondrian", 5, 1);
    EXPECT_EQ(drawn.size(), is_sanitized() ? 1U : 5U);
    EXPECT_TRUE(std::ranges::includes(all, drawn));
}

}  // namespace
}  // namespace kanon::test
