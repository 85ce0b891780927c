// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/clustering.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"

#include "naive_clusters.hpp"
#include "support/outcomes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::classes {
namespace {

/// What the methods that put row types together have in common.
class ClusteringMethods : public testing::TestWithParam<std::string_view> {
protected:
    static Outcome run(const Problem& problem, const RunContext& context = {}) {
        return test::run_method(GetParam(), problem, {}, context);
    }

    static Outcome run_seeded(const Problem& problem, std::uint64_t seed) {
        RunContext context;
        context.seed = seed;
        return run(problem, context);
    }
};

TEST_P(ClusteringMethods, JoinClassesThatDoNotHold) {
    const Problem problem = class_problem("a s",
                                          "0 p; 1 p; 10 p; 11 q; 20 q; 21 q",
                                          "{k-anonymity: 2, l-diversity: {attribute: s, l: 2}}");
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Outcome outcome = run_seeded(problem, seed);
        ASSERT_TRUE(outcome.recoding) << outcome.reason;
        test::audited(problem, outcome);
    }
}

TEST_P(ClusteringMethods, MoveTypesOutOfClassesStarredThroughout) {
    Problem problem = class_problem("a b", "u b; u b; v c; v c; u x; v y", "{k-anonymity: 2}");
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        attribute.recode_set = false;
    }
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Outcome outcome = run_seeded(problem, seed);
        ASSERT_TRUE(outcome.recoding) << outcome.reason;
        EXPECT_NEAR(outcome.loss, 0.5, 1e-12) << seed;
    }
}

TEST(Clustering, CountsTheTypesItMoves) {
    Problem problem = class_problem("a b", "u b; u b; v c; v c; u x; v y", "{k-anonymity: 2}");
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        attribute.recode_set = false;
    }
    double moved = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        RunContext context;
        context.seed = seed;
        moved += test::stat(test::run_method("k-member", problem, {}, context), "types_moved");
    }
    EXPECT_GT(moved, 0);
}

TEST_P(ClusteringMethods, FindAReleaseWhereDividingFindsOne) {
    // Whatever holds v and another value is starred throughout.
    Problem problem = class_problem("a", "u; u; u; v", "{k-anonymity: 2}");
    EXPECT_EQ(run(problem).loss, 1.0);
    problem.suppression_limit = 1;
    const Outcome outcome = run(problem);
    ASSERT_TRUE(outcome.recoding) << outcome.reason;
    EXPECT_EQ(test::audited(problem, outcome).measures.suppressed_rows, 1U);
}

TEST_P(ClusteringMethods, LoseTheSameWhateverTheOrderOfTheColumns) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        std::string cells;
        std::string reversed;
        for (int row = 0; row < 50; ++row) {
            const std::string a = std::to_string(random.below(5));
            const std::string b(1, static_cast<char>('u' + random.below(3)));
            const std::string c = std::to_string(random.below(4));
            const char* between = row > 0 ? "; " : "";
            cells.append(between).append(a).append(" ").append(b).append(" ").append(c);
            reversed.append(between).append(c).append(" ").append(b).append(" ").append(a);
        }
        const Problem one = class_problem("a b c", cells, "{k-anonymity: 3}");
        const Problem other = class_problem("c b a", reversed, "{k-anonymity: 3}");
        EXPECT_NEAR(run_seeded(one, seed).loss, run_seeded(other, seed).loss, 1e-12) << seed;
    }
}

TEST_P(ClusteringMethods, StopAtTheSamePlaceWithAReleaseThatHolds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Problem problem = tied_problem(seed);
        RunContext context;
        context.node_limit = 3;
        const Outcome outcome = run(problem, context);
        EXPECT_EQ(outcome.ending, Ending::timed_out);
        ASSERT_TRUE(outcome.recoding);
        test::audited(problem, outcome);
        EXPECT_EQ(classes_of(problem, run(problem, context)), classes_of(problem, outcome));
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         ClusteringMethods,
                         testing::Values("k-member", "one-pass-k-means", "top-down-greedy"),
                         [](const auto& tested) {
                             std::string name(tested.param);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace kanon::classes
