// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/larger_classes.hpp"
#include "kanon/problem/problem.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kanon {
namespace {

Problem bound(const std::string& privacy, const std::string& more = "") {
    return test::bound(test::table_of("age x", "1 a; 1 b; 2 a; 2 b; 3 a; 3 b; 4 a; 4 b"),
                       "attributes: {age: {role: quasi-identifying, hierarchy: flat}}\nprivacy: {" +
                           privacy + "}\n" + more);
}

bool assumes(const Problem& problem, const std::string& text) {
    return std::ranges::any_of(problem.assumptions, [&](const std::string& line) {
        return line.find(text) != std::string::npos;
    });
}

ErrorCode refusal(const std::string& privacy, const std::string& more = "") {
    try {
        static_cast<void>(bound(privacy, more));
    } catch (const Error& error) {
        return error.code();
    }
    ADD_FAILURE() << "not refused: " << privacy;
    return ErrorCode::usage;
}

TEST(BindRisk, TakesKFromTheHighest) {
    const Problem problem = bound("risk: 0.25");
    EXPECT_EQ(problem.k, 4U);
    ASSERT_EQ(problem.models.size(), 2U);
    EXPECT_EQ(problem.models[0]->name(), "k-anonymity");
    EXPECT_TRUE(assumes(problem, "k is 4: what the limits of the risk ask for"));
}

TEST(BindRisk, LeavesNobodyAloneForAnAverage) {
    EXPECT_EQ(bound("risk: {average: 0.5}").k, 2U);
}

TEST(BindRisk, RaisesAKThatIsTooSmallAndNoOther) {
    const Problem raised = bound("k-anonymity: 2, risk: 0.25");
    EXPECT_EQ(raised.k, 4U);
    EXPECT_TRUE(assumes(raised, "k is 4, not 2"));
    EXPECT_EQ(bound("k-anonymity: 4, risk: 0.5").k, 4U);
}

TEST(BindRisk, MakesTwoModelsOfTwoLimitsAndOneTextOfThem) {
    const Problem problem = bound("risk: {highest: 0.5, average: 0.3}");
    ASSERT_EQ(problem.models.size(), 3U);
    EXPECT_FALSE(problem.models[1]->judges_average());
    EXPECT_TRUE(problem.models[2]->judges_average());
    const std::string text = policy_text(problem.policy);
    EXPECT_NE(text.find("risk: {average: 0.3, highest: 0.5}"), std::string::npos) << text;
    const Policy again = parse_policy(text, "p.yaml");
    EXPECT_EQ(bind(problem.table, again, RunContext{}).models.size(), 3U);
}

TEST(BindRisk, RefusesWhatNoReleaseKeeps) {
    EXPECT_EQ(refusal("risk: {average: 0.1}"), ErrorCode::infeasible);  // 8 rows: 0.125 at least
    EXPECT_NO_THROW(static_cast<void>(bound("risk: {average: 0.125}")));
    EXPECT_EQ(refusal("risk: 0.1"), ErrorCode::infeasible);
}

TEST(BindRisk, RefusesAnAverageOverCandidates) {
    EXPECT_EQ(refusal("risk: {average: 0.3}", "recoding: freeform\n"), ErrorCode::bad_policy);
    EXPECT_NO_THROW(static_cast<void>(bound("risk: 0.5", "recoding: freeform\n")));
}

TEST(BindRisk, RefusesAMapOfNoLimits) {
    EXPECT_EQ(refusal("risk: {}"), ErrorCode::bad_policy);
    EXPECT_EQ(refusal("risk: {highest: 2}"), ErrorCode::bad_policy);
    EXPECT_EQ(refusal("risk: [0.2, 0.3]"), ErrorCode::bad_policy);
}

TEST(LargerClasses, HaveKInPlaceOfLimitsOfTheRisk) {
    const Problem problem = bound("risk: {highest: 0.5, average: 0.3}");
    const Problem larger = with_larger_classes(problem, 3);
    EXPECT_EQ(larger.k, 3U);
    ASSERT_EQ(larger.models.size(), 1U);
    EXPECT_EQ(larger.models[0]->required(), 3);
    EXPECT_EQ(problem.models.size(), 3U);
    EXPECT_EQ(&larger.row_types(), &problem.row_types());
}

TEST(LargerClasses, OfPersonsCountThem) {
    const Problem problem = bound("risk: {average: 0.5}", "person: x\n");
    const Problem larger = with_larger_classes(problem, 3);
    EXPECT_EQ(larger.models[0]->tracked(), problem.models[0]->tracked());
    EXPECT_EQ(larger.models[0]->describe(), "3-anonymity of distinct x");
}

}  // namespace
}  // namespace kanon
