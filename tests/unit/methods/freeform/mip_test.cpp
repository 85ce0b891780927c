// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/exact/mip.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/freeform/matching/hungarian.hpp"
#include "kanon/solve/solver.hpp"

#include "freeform_cases.hpp"
#include "support/effort.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>

namespace kanon::freeform {
namespace {

using test::CaseModels;

/// A ten-millionth of a row is what the solver does not tell apart.
constexpr double kAlike = 2e-7;

class FreeformMip : public testing::Test {
protected:
    void SetUp() override {
        if (find_mip_solver() == nullptr) {
            GTEST_SKIP() << mip_missing();
        }
    }

    static Outcome mip(const Task& task, const RunContext& context = {}) {
        return make_mip({})->run(task, context);
    }

    static double hungarian(const Task& task, const std::string& fixpoint) {
        return make_hungarian({{"fixpoint", fixpoint}, {"splits", "0"}})->run(task, {}).loss;
    }
};

void expect_least(const Task& task, const Outcome& outcome, std::uint64_t seed) {
    expect_sound(task, outcome, std::to_string(seed));
    expect_proven(task, outcome, seed);
    EXPECT_NEAR(outcome.loss, test::least_freeform_loss(task), kAlike) << seed;
}

TEST_F(FreeformMip, IsTheLeastOfAllGraphs) {
    std::size_t compared = 0;
    const std::vector<std::uint64_t> cases = test::all_cases("all graphs", 40);
    for (const std::uint64_t seed : cases) {
        const auto problem = freeform_case(
            {.rows = 5 + seed % 3, .attributes = 1 + seed % 4, .k = 2 + seed % 3}, seed);
        if (!problem) {
            continue;
        }
        expect_least(*problem, mip(*problem), seed);
        ++compared;
    }
    EXPECT_GE(compared, cases.size() * 3 / 4);
}

TEST_F(FreeformMip, IsTheLeastOfAllGraphsOfEightRows) {
    for (std::uint64_t seed = 101; seed <= 105; ++seed) {
        const auto problem = freeform_case({.rows = 8, .k = 3}, seed);
        ASSERT_TRUE(problem);
        expect_least(*problem, mip(*problem), seed);
    }
}

TEST_F(FreeformMip, KeepsPersonsApart) {
    int released = 0;
    int without = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        const auto problem = freeform_case({.rows = 7, .models = CaseModels::person, .k = 3}, seed);
        if (!problem || problem->row_types().row_count() > 8) {
            continue;
        }
        const Outcome outcome = mip(*problem);
        if (outcome.recoding) {
            expect_least(*problem, outcome, seed);
            ++released;
        } else if (outcome.reason.find("dealt out") != std::string::npos) {
            EXPECT_TRUE(std::isinf(test::least_freeform_loss(*problem))) << seed;
            EXPECT_EQ(outcome.ending, Ending::infeasible);
            ++without;
        }
    }
    EXPECT_GT(released, 3);
    RecordProperty("without", without);
}

TEST_F(FreeformMip, LosesNoMoreThanRoundsDo) {
    double best = 0;
    double rounds = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const auto problem = freeform_case({.rows = 10, .k = 3}, seed);
        ASSERT_TRUE(problem);
        RunContext context;
        context.node_limit = 200;
        const Outcome outcome = mip(*problem, context);
        expect_sound(*problem, outcome, std::to_string(seed));
        const double fixed = hungarian(*problem, "yes");
        EXPECT_LE(outcome.loss, fixed + kAlike) << seed;
        EXPECT_LE(fixed, hungarian(*problem, "no") + 1e-6) << seed;
        best += outcome.loss;
        rounds += fixed;
    }
    EXPECT_LT(best, rounds);
}

TEST_F(FreeformMip, StoppedEarlyItHasTheBestSoFarAndABound) {
    const auto problem = freeform_case({.rows = 40, .values = 30, .k = 5}, 2);
    ASSERT_TRUE(problem);
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const Outcome outcome = mip(*problem, context);
    expect_sound(*problem, outcome, "deadline");
    EXPECT_EQ(outcome.ending, Ending::timed_out);
}

TEST_F(FreeformMip, PairsNeedNoProgram) {
    const auto problem = freeform_case({.rows = 60, .values = 20, .k = 2}, 1);
    ASSERT_TRUE(problem);
    const Outcome outcome = mip(*problem);
    expect_sound(*problem, outcome, "pairs");
    expect_proven(*problem, outcome, 1);
}

TEST_F(FreeformMip, RefusesLargeTables) {
    const auto problem = freeform_case({.rows = 201, .k = 3}, 1);
    ASSERT_TRUE(problem);
    EXPECT_THROW(static_cast<void>(mip(*problem)), Error);
}

}  // namespace
}  // namespace kanon::freeform
