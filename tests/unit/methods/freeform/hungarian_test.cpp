// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/hungarian.hpp"

#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/matching/ring.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "freeform_cases.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace kanon::freeform {
namespace {

Outcome hungarian(const Task& task,
                  const std::string& fixpoint = "yes",
                  const std::string& splits = "5",
                  unsigned threads = 1) {
    RunContext context;
    context.threads = threads;
    return make_hungarian({{"fixpoint", fixpoint}, {"splits", splits}})->run(task, context);
}

TEST(FreeformHungarian, ItsGraphsAreRegularAndLoseWhatTheySay) {
    int judged = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        const auto problem = freeform_case({.rows = 5 + seed % 40, .k = 2 + seed % 5}, seed);
        if (!problem || problem->row_types().row_count() < problem->k) {
            continue;
        }
        expect_sound(*problem, hungarian(*problem), std::to_string(seed));
        ++judged;
    }
    EXPECT_GT(judged, 60);
}

TEST(FreeformHungarian, NoRecordHasAPersonTwice) {
    expect_persons_apart([](const Task& task) { return hungarian(task); });
}

TEST(FreeformHungarian, RoundsSolvedAnewAndSplitsNeverLoseMore) {
    double without = 0;
    double with = 0;
    double more = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto problem = freeform_case({.rows = 30, .k = 3 + seed % 3}, seed);
        ASSERT_TRUE(problem);
        const double once = hungarian(*problem, "no").loss;
        const double fixed = hungarian(*problem, "yes", "0").loss;
        const double split = hungarian(*problem, "yes", "8").loss;
        EXPECT_LE(fixed, once + 1e-6) << seed;  // costs are rounded to 2^-24
        EXPECT_LE(split, fixed + 1e-6) << seed;
        without += once;
        with += fixed;
        more += split;
    }
    EXPECT_LT(with, without);
    EXPECT_LT(more, with);
}

TEST(FreeformHungarian, PairsAreOptimal) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto problem = freeform_case({.rows = 4 + seed % 4, .k = 2}, seed);
        if (!problem) {
            continue;
        }
        const Outcome outcome = hungarian(*problem);
        expect_sound(*problem, outcome, std::to_string(seed));
        expect_proven(*problem, outcome, seed);
        EXPECT_NEAR(outcome.loss, test::least_freeform_loss(*problem), 1e-9) << seed;
        ++compared;
    }
    EXPECT_GT(compared, 40);
}

TEST(FreeformHungarian, LosesNoLessThanTheBestGraph) {
    int met = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto problem = freeform_case({.rows = 6 + seed % 2, .k = 3}, seed);
        ASSERT_TRUE(problem);
        const Outcome outcome = hungarian(*problem);
        const double least = test::least_freeform_loss(*problem);
        EXPECT_GE(outcome.loss, least - 1e-9) << seed;
        EXPECT_LE(outcome.lower_bound.value(), least + 1e-9) << seed;
        met += outcome.loss <= least + 1e-9 ? 1 : 0;
    }
    EXPECT_GE(met, 30);
}

TEST(FreeformHungarian, PricesOfRowsBoundTheBestGraph) {
    int above = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        const auto problem =
            freeform_case({.rows = 5 + seed % 3, .values = 4, .k = 2 + seed % 2}, seed);
        if (!problem) {
            continue;
        }
        const Outcome outcome = make_ring({})->run(*problem, {});
        if (!outcome.lower_bound) {
            continue;
        }
        const double least = test::least_freeform_loss(*problem);
        EXPECT_LE(outcome.lower_bound.value(), least + 1e-9) << seed;
        const std::vector<classes::Axis> axes = classes::make_axes(*problem);
        double cells = 0;
        for (const classes::Axis& axis : axes) {
            cells += axis.weight() * static_cast<double>(problem->row_types().row_count());
        }
        const double boxes = classes::box_bound(*problem, axes, classes::kBoxEffort, {}) / cells;
        EXPECT_GE(outcome.lower_bound.value(), boxes - 1e-9) << seed;
        above += outcome.lower_bound.value() > boxes + 1e-6 ? 1 : 0;
    }
    EXPECT_GT(above, 20) << "rows that are dear to others pay for it";
}

TEST(FreeformHungarian, IsTheSameForAnyThreadCount) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto problem = freeform_case({.rows = 150, .values = 30, .k = 4}, seed);
        ASSERT_TRUE(problem);
        const Outcome alone = hungarian(*problem, "yes", "2", 1);
        const Outcome together = hungarian(*problem, "yes", "2", 2);
        EXPECT_EQ(std::get<AssignmentRecoding>(*alone.recoding).members,
                  std::get<AssignmentRecoding>(*together.recoding).members);
        EXPECT_EQ(alone.loss, together.loss);
    }
}

Problem ages(const std::string& cells, int k) {
    return kanon::bind(test::table_of("age", cells),
                       parse_policy("attributes:\n"
                                    "  age: {role: quasi-identifying, recode: range}\n"
                                    "recoding: freeform\n"
                                    "suppression: {max: 0}\n"
                                    "privacy: {k-anonymity: " +
                                        std::to_string(k) + "}\n",
                                    "p"),
                       {});
}

TEST(FreeformHungarian, AlikeRowsLoseNothing) {
    const Outcome outcome = hungarian(ages("3; 3; 3; 7; 7; 7", 3));
    EXPECT_EQ(outcome.loss, 0);
    EXPECT_EQ(outcome.ending, Ending::optimal);
}

/// Each record has all rows.
TEST(FreeformHungarian, AsManyCandidatesAsRowsLoseTheWholeRange) {
    const Problem problem = ages("1; 4; 5; 9", 4);
    const Outcome outcome = hungarian(problem);
    expect_sound(problem, outcome, "k = n");
    EXPECT_DOUBLE_EQ(outcome.loss, 1);
}

/// By hand: pairs 1-2 and 10-11 lose 0.1 each; a ring over 5, 6, 7 two of 0.1 and one of 0.2.
TEST(FreeformHungarian, RingsOfThreeLoseLessThanAClassOfThree) {
    const Outcome outcome = hungarian(ages("1; 2; 5; 6; 7; 10; 11", 2));
    EXPECT_NEAR(outcome.loss, 0.8 / 7, 1e-12);
    EXPECT_EQ(outcome.ending, Ending::optimal);
}

/// Without time for its rounds it releases rings in classes, which are regular as well.
TEST(FreeformHungarian, IsARingWhereThereIsNoTimeForRounds) {
    const auto problem = freeform_case({.rows = 150, .values = 30, .k = 4}, 1);
    ASSERT_TRUE(problem);
    RunContext context;
    context.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    const Outcome outcome = make_hungarian({})->run(*problem, context);
    expect_sound(*problem, outcome, "no time");
    EXPECT_EQ(outcome.ending, Ending::timed_out);
    EXPECT_EQ(std::get<AssignmentRecoding>(*outcome.recoding).members,
              std::get<AssignmentRecoding>(*make_ring({})->run(*problem, {}).recoding).members);
}

TEST(FreeformHungarian, TooFewRowsAreInfeasible) {
    Problem problem = ages("1; 4; 5", 3);
    problem = [&] {
        Problem out = problem;
        out.count(make_row_types(test::table_of("age", "1; 4"),
                                 std::vector<std::size_t>{0},
                                 std::vector<std::size_t>{},
                                 1));
        return out;
    }();
    const Outcome outcome = hungarian(problem);
    EXPECT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_FALSE(outcome.recoding);
    EXPECT_NE(outcome.reason.find("2 rows"), std::string::npos) << outcome.reason;
}

}  // namespace
}  // namespace kanon::freeform
