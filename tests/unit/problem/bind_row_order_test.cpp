// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Sorted by id; ages in no order, wards in runs.
Table patients() {
    std::string rows;
    for (int i = 0; i < 60; ++i) {
        rows += std::to_string(1000 + i) + " " + std::to_string(20 + i * 37 % 60) + " flu w" +
                std::to_string(i / 20 * 2 % 3) + ";";
    }
    return test::table_of("id age disease ward", rows);
}

constexpr const char* kPolicy = R"(attributes:
  id: {role: identifying}
  age: {role: quasi-identifying}
  disease: {role: sensitive}
  ward: {role: insensitive}
privacy: {k-anonymity: 2}
)";

Problem bound(RowOrder order, const std::string& policy = kPolicy) {
    BindOptions circumstances;
    circumstances.row_order = order;
    return bind(patients(), parse_policy(policy, "p.yaml"), {}, circumstances, {});
}

std::vector<const Warning*> warnings_of(const Problem& problem) {
    std::vector<const Warning*> out;
    for (const Warning& warning : problem.warnings) {
        if (warning.code == "row-order") {
            out.push_back(&warning);
        }
    }
    return out;
}

bool is_said(const Problem& problem) {
    return std::any_of(
        problem.assumptions.begin(), problem.assumptions.end(), [](const auto& line) {
            return line.find("are shuffled") != std::string::npos;
        });
}

TEST(BindRowOrder, WarnsWhereTheReleaseKeepsAnOrderThatTells) {
    const Problem problem = bound(RowOrder::released);
    const auto warnings = warnings_of(problem);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0]->columns, (std::vector<std::string>{"id"}));
    EXPECT_NE(warnings[0]->text.find("sorted by 'id'"), std::string::npos);
    EXPECT_FALSE(problem.shuffle);
    EXPECT_FALSE(is_said(problem));
}

TEST(BindRowOrder, ShufflesWhereAskedIfItTells) {
    const Problem problem = bound(RowOrder::hidden_if_telling);
    EXPECT_TRUE(problem.shuffle);
    EXPECT_TRUE(is_said(problem));
    EXPECT_TRUE(warnings_of(problem).empty());
    std::string insensitive = kPolicy;
    insensitive.replace(insensitive.find("identifying"), 11, "insensitive");
    EXPECT_FALSE(bound(RowOrder::hidden_if_telling, insensitive).shuffle)
        << "the order tells of a released column alone";
}

TEST(BindRowOrder, NeedsNoWarningWhereTheOrderIsHidden) {
    const Problem problem = bound(RowOrder::hidden);
    EXPECT_TRUE(problem.shuffle);
    EXPECT_FALSE(is_said(problem));
    EXPECT_TRUE(warnings_of(problem).empty());
}

TEST(BindRowOrder, LooksAtQuasiIdentifiersAndSensitiveColumns) {
    std::string policy = kPolicy;
    policy.replace(policy.find("ward: {role: insensitive}"), 25, "ward: {role: sensitive}");
    const Problem problem = bound(RowOrder::released, policy);
    ASSERT_EQ(warnings_of(problem).size(), 1U);
    EXPECT_EQ(warnings_of(problem)[0]->columns, (std::vector<std::string>{"id", "ward"}));
}

}  // namespace
}  // namespace kanon
