// SPDX-License-Identifier: Apache-2.0
// Every model and every pair of models, whatever they say of unions: the exact methods of the
// lattice against every node judged from the rows.
#include "kanon/base/random.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/profile/sets/distinctness.hpp"

#include "support/brute_force.hpp"
#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

/// Models as loose as small tables need; every one of the catalogue, each kind that a column of
/// texts without a hierarchy can have.
const std::vector<PrivacyRequirement>& tried_models() {
    static const std::vector<PrivacyRequirement> all{
        {.model = "k-anonymity", .parameters = {{"k", 2}}},
        {.model = "l-diversity", .parameters = {{"l", 2}}, .kind = "distinct"},
        {.model = "l-diversity", .parameters = {{"l", 1.7}}, .kind = "entropy"},
        {.model = "l-diversity", .parameters = {{"l", 1.6}}, .kind = "entropy-grassberger"},
        {.model = "l-diversity", .parameters = {{"c", 2.5}, {"l", 2}}, .kind = "recursive"},
        {.model = "p-sensitive", .parameters = {{"p", 2}}, .kind = "plain"},
        {.model = "alpha-k", .parameters = {{"alpha", 0.7}, {"k", 2}}},
        {.model = "t-closeness", .parameters = {{"t", 0.35}}, .kind = "equal"},
        {.model = "beta-likeness", .parameters = {{"beta", 1.2}}, .kind = "basic"},
        {.model = "beta-likeness", .parameters = {{"beta", 1.5}}, .kind = "enhanced"},
        {.model = "delta-disclosure", .parameters = {{"delta", 1.5}}, .kind = "all"},
        {.model = "delta-disclosure", .parameters = {{"delta", 0.9}}, .kind = "present"},
        {.model = "lkc", .parameters = {{"l", 2}, {"k", 3}, {"c", 0.8}}},
        {.model = "k-map", .parameters = {{"k", 4}}},
        {.model = "delta-presence", .parameters = {{"max", 0.5}}},
        {.model = "delta-presence", .parameters = {{"max", 0.7}, {"min", 0.1}}},
        {.model = "risk", .parameters = {{"highest", 0.34}}},
    };
    return all;
}

/// Ask for one model more; its column, if it has one, is the sensitive one.
void ask(Problem& problem, PrivacyRequirement asked) {
    const ModelInfo& info = find_privacy_model(asked.model);
    std::optional<ModelContext> context;
    if (info.needs.attribute) {
        const Column& sensitive = problem.table.column(problem.tracked_columns.front());
        asked.attribute = sensitive.name;
        context = ModelContext{.values = sensitive.dictionary,
                               .distribution = profile::rows_of_codes(sensitive)};
    }
    problem.models.push_back(info.make(asked, context));
}

Problem draw(const PrivacyRequirement& first,
             const PrivacyRequirement& second,
             std::uint64_t seed) {
    Random random(seed);
    Problem problem = random_problem({.rows = 10 + random.below(16),
                                      .attributes = 2 + random.below(2),
                                      .starred_top = random.below(3) != 0},
                                     seed);
    const std::span<const Objective> known = find_method("optimal").objectives;
    problem.objective = known[random.below(known.size())];
    const std::uint64_t drawn = random.below(4);
    problem.suppression_limit = drawn == 3 ? problem.table.row_count() : 2 * drawn;
    ask_of_population(problem, {.model = "k-map", .parameters = {{"k", 2}}}, seed);
    problem.models.clear();
    ask(problem, first);
    if (&first != &second) {
        ask(problem, second);
    }
    for (const PrivacyRequirement* one : {&first, &second}) {
        problem.k = one->model == "k-anonymity" ? 2 : problem.k;
    }
    return problem;
}

/// What a method says is so: a release if there is one, no better one where it says so.
void expect_true(const Problem& problem, const std::string& method, std::optional<double> best) {
    SCOPED_TRACE(method);
    const Outcome outcome = run_method(method, problem);
    ASSERT_EQ(outcome.recoding.has_value(), best.has_value()) << outcome.reason;
    if (!best) {
        EXPECT_EQ(outcome.ending, Ending::infeasible);
        return;
    }
    const double slack = 1e-9 * (1 + std::abs(*best));
    const JudgedNode chosen =
        judge_node(problem, *std::get<GlobalRecoding>(*outcome.recoding).node);
    EXPECT_TRUE(chosen.feasible);
    EXPECT_NEAR(outcome.loss, objective_value(problem.objective, chosen.facts), slack);
    EXPECT_GE(outcome.loss, *best - slack);
    if (outcome.ending == Ending::optimal || method == "optimal") {
        EXPECT_EQ(outcome.ending, Ending::optimal);
        EXPECT_NEAR(outcome.loss, *best, slack);
    }
    if (outcome.lower_bound) {
        EXPECT_LE(*outcome.lower_bound, *best + slack);
    }
}

constexpr std::uint64_t kTablesOfPair = 15;

/// Try tables of a pair of models; how many of them have a release.
std::uint64_t try_pair(const PrivacyRequirement& first,
                       const PrivacyRequirement& second,
                       std::uint64_t first_seed) {
    std::uint64_t kept = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + kTablesOfPair; ++seed) {
        SCOPED_TRACE(testing::Message() << first.model << " " << first.kind << ", " << second.model
                                        << " " << second.kind << ", seed " << seed);
        const Problem problem = draw(first, second, seed);
        const std::optional<double> best = best_by_force(problem);
        for (const char* method : {"optimal", "incognito", "mingen", "samarati"}) {
            expect_true(problem, method, best);
        }
        kept += best ? 1U : 0U;
    }
    return kept;
}

TEST(EveryPairOfModels, IsKeptByWhatIsBestOfAllNodes) {
    const std::vector<PrivacyRequirement>& models = tried_models();
    std::uint64_t kept = 0;
    std::uint64_t tables = 0;
    for (std::size_t i = 0; i < models.size(); ++i) {
        for (std::size_t j = i; j < models.size(); ++j) {
            kept += try_pair(models[i], models[j], tables + 1);
            tables += kTablesOfPair;
            ASSERT_FALSE(HasFailure());
        }
    }
    EXPECT_GE(tables, 2000U);
    EXPECT_GT(kept, tables / 4) << "the models are too strict to tell";
    EXPECT_LT(kept, tables) << "too loose";
}

TEST(EveryPairOfModels, HasEveryModelOfTheCatalogue) {
    // Of numbers, of lists, of releases: unit tests.
    std::set<std::string, std::less<>> tried{"k-e", "km-anonymity", "m-invariance"};
    for (const PrivacyRequirement& one : tried_models()) {
        tried.insert(one.model);
    }
    for (const ModelInfo& info : privacy_models()) {
        EXPECT_TRUE(tried.contains(info.name)) << info.name;
    }
}

}  // namespace
}  // namespace kanon::test
