// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/protection.hpp"

#include "kanon/base/error.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/profile/released_as_is.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr std::size_t kPeople = 600;

/// People of 6 ages, each with a cost that nobody else has and an illness; each `times` times.
Table people_with_costs(const std::string& decimals = ".25", std::size_t times = 1) {
    std::vector<std::string> ages;
    std::vector<std::string> costs;
    std::vector<std::string> illnesses;
    for (std::size_t row = 0; row < kPeople * times; ++row) {
        const std::size_t i = row / times;
        ages.push_back(std::to_string(30 + i % 6));
        costs.push_back(std::to_string(1000 + (i * 7919) % 100003) + decimals);
        illnesses.emplace_back(i % 3 == 0 ? "flu" : "cold");
    }
    return {{test::column_of("age", ages),
             test::column_of("cost", costs),
             test::column_of("illness", illnesses)},
            kPeople * times};
}

Problem bound_protected(Table table, const Policy& policy = {}) {
    const BindOptions options{.protects_amounts = true, .protects_sensitive = true};
    return bind(std::move(table), policy, {}, options, {});
}

const ValueCoding& coding_of(const Problem& problem, const std::string& column) {
    return problem.policy.find(column)->coding;
}

std::uint64_t rare_rows(const Problem& problem, const std::string& column) {
    const profile::AsIsColumns as_is{.k = 5};
    return profile::rare_rows_alone(problem.table, *problem.table.find(column), as_is, 1);
}

TEST(ProtectAmounts, RoundsWhatNobodySharesUntilNearlyAllShareIt) {
    const Problem problem = bound_protected(people_with_costs());
    EXPECT_FALSE(coding_of(problem, "cost").round.empty());
    EXPECT_FALSE(coding_of(problem, "cost").top.empty());
    EXPECT_LE(rare_rows(problem, "cost"), kPeople / 100);
    EXPECT_EQ(problem.uncoded.column_count(), 3U);
    for (const Warning& warning : problem.warnings) {
        EXPECT_FALSE(warning.is_unfit) << warning.text;
    }
}

TEST(ProtectAmounts, TakesWholeStepsOfWholeNumbers) {
    const Problem problem = bound_protected(people_with_costs(""));
    EXPECT_EQ(coding_of(problem, "cost").round.find('.'), std::string::npos);
    EXPECT_LE(rare_rows(problem, "cost"), kPeople / 100);
}

TEST(ProtectAmounts, LeavesWhatIsSharedAndWhatSomebodyCallsInsensitive) {
    Policy kept;
    kept.give_role("cost", Role::insensitive, "--keep");
    EXPECT_TRUE(coding_of(bound_protected(people_with_costs(), kept), "cost").empty());

    std::vector<std::string> ages(kPeople, "30");
    std::vector<std::string> incomes;
    for (std::size_t i = 0; i < kPeople; ++i) {
        incomes.push_back(std::to_string(1000 * (i % 30)));
    }
    const Problem shared = bound_protected(
        {{test::column_of("age", ages), test::column_of("income", incomes)}, kPeople});
    EXPECT_TRUE(coding_of(shared, "income").empty());
    EXPECT_EQ(shared.uncoded.column_count(), 0U);
}

TEST(ProtectAmounts, IsNotAskedForByAPolicy) {
    const Problem problem = bind(people_with_costs(), {}, {}, {}, {});
    EXPECT_TRUE(coding_of(problem, "cost").empty());
    bool is_unfit = false;
    for (const Warning& warning : problem.warnings) {
        is_unfit = is_unfit || (warning.code == "exact-amounts" && warning.is_unfit);
    }
    EXPECT_TRUE(is_unfit);
}

TEST(ProtectAmounts, SaysTheSameOfCountedRows) {
    const Problem repeated = bound_protected(people_with_costs(".25", 3));
    BindOptions options{.protects_amounts = true, .protects_sensitive = true};
    options.counts.assign(kPeople, 3);
    const Problem counted = bind(people_with_costs(), {}, {}, options, {});
    EXPECT_FALSE(coding_of(counted, "cost").empty());
    EXPECT_EQ(coding_of(counted, "cost"), coding_of(repeated, "cost"));
    EXPECT_EQ(counted.data_rows(), 3 * kPeople);
}

TEST(ProtectSensitive, AsksForTwoValuesWhereThereAreTwoAndNobodyAsked) {
    const Problem problem = bound_protected(people_with_costs());
    EXPECT_EQ(columns_with_added_promises(problem), (std::vector<std::string>{"cost", "illness"}));
    EXPECT_EQ(problem.models.size(), problem.policy.privacy.size());

    Policy asked;
    asked.require({.model = "l-diversity", .parameters = {{"l", 2}}, .attribute = "illness"});
    EXPECT_EQ(columns_with_added_promises(bound_protected(people_with_costs(), asked)),
              std::vector<std::string>{"cost"});

    const Problem one_value =
        bound_protected({{test::column_of("age", std::vector<std::string>(10, "30")),
                          test::column_of("illness", std::vector<std::string>(10, "flu"))},
                         10});
    EXPECT_TRUE(columns_with_added_promises(one_value).empty());
}

TEST(ProtectSensitive, PromisesAreLeftOutByColumn) {
    const Problem problem = bound_protected(people_with_costs());
    const Problem some = with_added_promises_for(problem, {"illness"});
    EXPECT_EQ(columns_with_added_promises(some), std::vector<std::string>{"illness"});
    EXPECT_EQ(some.models.size(), problem.models.size() - 1);
    EXPECT_EQ(with_added_promises_for(problem, {}).models.size(), 1U);
}

}  // namespace
}  // namespace kanon
