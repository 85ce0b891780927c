// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include "support/freeform_brute_force.hpp"
#include "support/outcomes.hpp"
#include "support/random_cases.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace kanon::freeform {

/// A random table of all kinds of attributes, to be released freeform. Every row may be starred,
/// but where no release needs that: then nothing may be suppressed, and the best graph is the
/// optimum.
[[nodiscard]] inline std::optional<Problem> freeform_case(const test::CaseShape& shape,
                                                          std::uint64_t seed) {
    test::RandomCase made = test::random_case(shape, seed);
    made.policy.recoding_model = RecodingModel::freeform;
    made.policy.suppression = SuppressionLimit::parse("100%");
    std::optional<Problem> problem = made.bound();
    if (problem) {
        const std::uint64_t all = std::exchange(problem->suppression_limit, 0);
        const bool stars_none =
            problem->row_types().row_count() <= 16 &&
            test::run_method("freeform-hungarian", *problem, {{"splits", "0"}}).recoding;
        problem->suppression_limit = stars_none ? 0 : all;
    }
    return problem;
}

/// A graph that was proven best is the optimum where no row may be suppressed.
inline void expect_proven(const Task& task, const Outcome& outcome, std::uint64_t seed) {
    if (task.suppression_limit == 0) {
        EXPECT_EQ(outcome.ending, Ending::optimal) << seed;
    }
}

/// The outcome has a regular graph that loses what it says, and no less than its bound.
inline void expect_sound(const Task& task, const Outcome& outcome, const std::string& what) {
    constexpr double kRounding = 1e-9;
    ASSERT_TRUE(outcome.recoding) << what << " " << outcome.reason;
    const auto& recoding = std::get<AssignmentRecoding>(*outcome.recoding);
    EXPECT_EQ(test::fault_of_graph(task, recoding), "") << what;
    EXPECT_NEAR(test::freeform_loss(task, recoding), outcome.loss, kRounding) << what;
    EXPECT_LE(outcome.lower_bound.value(), outcome.loss + kRounding) << what;
    EXPECT_FALSE(recoding.is_drawn()) << what;
}

/// What a method releases of tables of persons with several rows is sound; and it releases some.
template <class Solve>
void expect_persons_apart(const Solve& solve) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        const auto problem =
            freeform_case({.rows = 20 + seed % 30, .models = test::CaseModels::person}, seed);
        if (!problem) {
            continue;
        }
        const Outcome outcome = solve(*problem);
        if (outcome.recoding) {
            ++released;
            expect_sound(*problem, outcome, std::to_string(seed));
        } else {
            EXPECT_NE(outcome.reason, "");
        }
    }
    EXPECT_GT(released, 5);
}

}  // namespace kanon::freeform
