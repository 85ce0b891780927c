// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Four people in pairs, their release by a method for an objective ("": not said).
std::unique_ptr<Result> released(const std::string& method, const std::string& objective) {
    const Table table = test::table_of("age sick", "20 yes; 20 no; 40 yes; 40 no");
    Policy policy = parse_policy(
        "attributes: {age: {role: quasi-identifying, hierarchy: flat}, sick: {role: insensitive}}\n"
        "privacy: {k-anonymity: 2}\n",
        "p.yaml");
    policy.method = method;
    policy.objective = objective;
    return anonymize(table, policy, RunContext{});
}

TEST(Anonymize, AnObjectiveThatNobodyAskedForIsOneThatTheMethodCanWorkFor) {
    const auto result = released("k-optimize", "");
    EXPECT_EQ(result->problem->objective, Objective::dm);
    EXPECT_EQ(result->outcome.loss, 8);
    EXPECT_EQ(result->problem->assumptions,
              (std::vector<std::string>{"the objective is dm: the policy names none, and method "
                                        "'k-optimize' cannot work for gcp"}));
}

TEST(Anonymize, AnObjectiveThatWasAskedForStays) {
    try {
        static_cast<void>(released("k-optimize", "gcp"));
        FAIL() << "k-optimize cannot work for gcp";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("ask it for one of: dm, cm"), std::string::npos);
    }
}

TEST(Anonymize, TheObjectiveIsGcpWhereTheMethodCanWorkForIt) {
    for (const char* method : {"auto", "optimal", "pattern-greedy"}) {
        const auto result = released(method, "");
        EXPECT_EQ(result->problem->objective, Objective::gcp) << method;
        for (const std::string& line : result->problem->assumptions) {
            EXPECT_EQ(line.find("objective"), std::string::npos) << line;
        }
    }
}

TEST(Anonymize, NamesTheFirstRowsThatNoReleaseCanHold) {
    const Table table = test::table_of("a b", "z 7; x 1; y 8; w 9; x 1; v 6; u 5");
    Policy policy = parse_policy(
        "attributes: {a: {role: quasi-identifying, hierarchy: flat}, b: {role: quasi-identifying, "
        "hierarchy: flat}}\nprivacy: {k-anonymity: 2}\nobjective: stars\n",
        "p.yaml");
    policy.method = "pattern-greedy";
    try {
        static_cast<void>(anonymize(table, policy, RunContext{}));
        FAIL() << "five rows are alone";
    } catch (const Error& error) {
        const std::string said = error.what();
        EXPECT_NE(said.find("5 rows (the first: row 1, 3, 4) are too few"), std::string::npos)
            << said;
    }
}

}  // namespace
}  // namespace kanon
