// SPDX-License-Identifier: Apache-2.0
// What must not change the outcome of a method: the order of rows, names of values, threads; and
// what a greater k may not lower.
#include "judged.hpp"
#include "support/effort.hpp"
#include "support/outcomes.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

class Invariance : public MethodTest {};

TEST_P(Invariance, TheOrderOfRowsDoesNotMatter) {
    for (const Trial& trial : drawn_trials({.each = 200, .few = 60})) {
        SCOPED_TRACE(trial);
        const RandomCase made = trial.drawn();
        std::optional<Problem> problem = made.bound();
        std::optional<Problem> other = with_rows_shuffled(made, trial.seed).bound();
        ASSERT_EQ(problem.has_value(), other.has_value());
        if (problem) {
            const Outcome a = trial.solve(*problem);
            const Outcome b = trial.solve(*other);
            ASSERT_EQ(a.recoding.has_value(), b.recoding.has_value());
            ASSERT_EQ(a.loss, b.loss);
            ASSERT_EQ(a.lower_bound, b.lower_bound);
        }
    }
}

TEST_P(Invariance, NamesOfValuesDoNotMatter) {
    for (const Trial& trial : drawn_trials({.each = 200, .few = 60})) {
        SCOPED_TRACE(trial);
        CaseShape shape = trial.shape();
        shape.renameable = true;
        const RandomCase made = random_case(shape, trial.seed);
        std::optional<Problem> problem = made.bound();
        std::optional<Problem> other = renamed(made).bound();
        ASSERT_EQ(problem.has_value(), other.has_value());
        if (problem) {
            const Outcome a = trial.solve(*problem);
            const Outcome b = trial.solve(*other);
            ASSERT_EQ(a.recoding.has_value(), b.recoding.has_value());
            ASSERT_NEAR(a.loss, b.loss, 1e-12 * (1 + std::abs(a.loss)));
        }
    }
}

/// Enough for a method to share its work among threads, where it takes that many: more than twice
/// what any part of a method is made of.
std::size_t rows_to_share(MethodScale scale) {
    switch (scale) {
        case MethodScale::tiny:
            return 12;
        case MethodScale::small:
            return 100;
        case MethodScale::large:
            break;
    }
    return full_effort() ? 40000 : 10000;
}

CaseShape shape_to_share(const Trial& trial) {
    const MethodInfo& method = *trial.method;
    return {.rows = method.name == "freeform-mip" ? 6U : rows_to_share(method.scale),
            .attributes = method.needs_binary ? 10U : 5U,
            .values = 30,
            .models = models_of(method, trial.seed % 3),
            .binary = method.needs_binary,
            .k = method.only_k};
}

/// On as many threads; a method that takes long to the end is stopped where it is repeatable.
Outcome solve_on_threads(const Trial& trial, Problem& problem, unsigned threads) {
    RunContext context;
    context.threads = threads;
    if (trial.method->name == "k-optimize" || trial.method->name == "polish") {
        context.node_limit = 6;
    }
    return trial.solve(problem, context);
}

TEST_P(Invariance, ThreadsNeverChangeTheRelease) {
    std::size_t most_types = 0;
    std::size_t rows = 0;
    for (const Trial& trial : drawn_trials({.each = 3, .few = 3})) {
        SCOPED_TRACE(trial);
        const CaseShape shape = shape_to_share(trial);
        rows = shape.rows;
        std::optional<Problem> problem = random_case(shape, 700 + trial.seed).bound();
        ASSERT_TRUE(problem);
        most_types = std::max(most_types, problem->row_types().size());
        const Outcome one = solve_on_threads(trial, *problem, 1);
        for (const unsigned threads : {2U, 4U}) {
            const Outcome more = solve_on_threads(trial, *problem, threads);
            ASSERT_EQ(more.ending, one.ending);
            ASSERT_EQ(more.loss, one.loss);
            ASSERT_EQ(more.lower_bound, one.lower_bound);
            if (one.recoding) {
                ASSERT_TRUE(texts(release_of(*problem, one, 1)) ==
                            texts(release_of(*problem, more, threads)));
            }
        }
    }
    EXPECT_GT(most_types, rows / 2);
}

/// Exact methods that take more than one k.
class ExactInvariance : public MethodTest {};

TEST_P(ExactInvariance, TheOptimumNeverFallsAsKGrows) {
    std::vector<Objective> objectives(method().objectives.begin(), method().objectives.end());
    std::erase(objectives, Objective::c_avg);  // its unit is k itself
    // Where many rows are suppressed, one class more, spread with them, may come nearer to them.
    std::erase(objectives, Objective::kl_divergence);
    for (const Trial& trial : trials(method(), objectives, "Growing", {.each = 150, .few = 60})) {
        SCOPED_TRACE(trial);
        RandomCase made = trial.drawn();
        double last = -std::numeric_limits<double>::infinity();
        for (std::uint64_t k = 2; k <= 6; ++k) {
            made.policy.privacy[0].parameters = {{"k", static_cast<double>(k)}};
            std::optional<Problem> problem = made.bound();
            const Outcome outcome = problem ? trial.solve(*problem) : Outcome{};
            const double loss =
                outcome.recoding ? outcome.loss : std::numeric_limits<double>::infinity();
            ASSERT_GE(loss, last) << "k = " << k;
            last = loss;
        }
    }
}

std::vector<const MethodInfo*> exact_methods() {
    std::vector<const MethodInfo*> out = all_methods();
    std::erase_if(out, [](const MethodInfo* method) {
        return method->guarantee != "exact" || method->only_k != 0;
    });
    return out;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Invariance, testing::ValuesIn(all_methods()), name_of);
INSTANTIATE_TEST_SUITE_P(Catalogue, ExactInvariance, testing::ValuesIn(exact_methods()), name_of);

}  // namespace
}  // namespace kanon::test
