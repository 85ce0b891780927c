// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/class_checker.hpp"

#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Rows of the ages 1, 2, ..., with these values of a sensitive column, a letter each; then as many
/// others, so that the whole table has other values as well.
Problem people(std::string sensitive, const std::string& privacy) {
    sensitive += std::string(sensitive.size(), 'y');
    std::string cells;
    for (std::size_t row = 0; row < sensitive.size(); ++row) {
        cells += (row == 0 ? "" : "; ") + std::to_string(row + 1) + " " + sensitive[row];
    }
    return kanon::bind(test::table_of("age s", cells),
                       parse_policy("attributes:\n"
                                    "  age: {role: quasi-identifying, recode: range}\n"
                                    "  s: {role: sensitive}\n"
                                    "privacy: {k-anonymity: 2, " +
                                        privacy + "}\n",
                                    "p"),
                       {});
}

/// Asked of the rows with the values given, as one class, in the order of their ages.
bool all_hold(const Problem& problem) {
    std::vector<std::uint32_t> types(problem.row_types().size() / 2);
    std::iota(types.begin(), types.end(), 0U);
    const std::span<const std::uint32_t> piece = types;
    ClassChecker checker(problem);
    return checker.holds(types.size(), {&piece, 1});
}

constexpr const char* kTwoValues = "l-diversity: {attribute: s, kind: distinct, l: 2}";
constexpr const char* kEvenValues = "l-diversity: {attribute: s, kind: entropy, l: 1.5}";

TEST(ClassChecker, FindsTheSecondValueWhereverItIs) {
    EXPECT_TRUE(all_hold(people("xy" + std::string(98, 'x'), kTwoValues)));
    EXPECT_TRUE(all_hold(people(std::string(98, 'x') + "yx", kTwoValues)));
    EXPECT_FALSE(all_hold(people(std::string(100, 'x'), kTwoValues)));
}

TEST(ClassChecker, AsksAllRowsWhereMoreRowsMayBreakAModel) {
    const std::string even = "xyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxy";
    EXPECT_TRUE(all_hold(people(even + even, kEvenValues)));
    EXPECT_FALSE(all_hold(people(even + std::string(100, 'x'), kEvenValues)));
}

TEST(ClassChecker, AsksEachModelOfManyRows) {
    const std::string two = std::string("{attribute: s, kind: distinct, l: 2}");
    const std::string even = std::string("{attribute: s, kind: entropy, l: 1.5}");
    const std::string both = "l-diversity: [" + two + ", " + even + "]";
    EXPECT_FALSE(all_hold(people("xy" + std::string(98, 'x'), both)));
}

}  // namespace
}  // namespace kanon
