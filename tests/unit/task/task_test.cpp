// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/task.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/task/recoding_loss.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

/// The problem's task with row types counted from counts alone: each distinct row stands once in a
/// table of its own, in reverse, beside the number of rows that it stands for.
Task counted_anew(const Problem& problem) {
    std::map<std::vector<Code>, std::uint64_t> counts;
    std::vector<std::size_t> columns = problem.columns;
    columns.insert(columns.end(), problem.tracked_columns.begin(), problem.tracked_columns.end());
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        std::vector<Code> codes;
        codes.reserve(columns.size());
        for (const std::size_t column : columns) {
            codes.push_back(problem.table.column(column).codes[row]);
        }
        ++counts[codes];
    }
    std::vector<std::shared_ptr<const Column>> made;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        auto column = std::make_shared<Column>(problem.table.column(columns[j]));
        column->codes = CodeVector(counts.size(), column->dictionary->size());
        std::size_t at = counts.size();
        for (const auto& entry : counts) {
            column->codes.set(--at, entry.first[j]);
        }
        made.push_back(std::move(column));
    }
    std::vector<std::uint64_t> weights(counts.size());
    std::transform(counts.rbegin(), counts.rend(), weights.begin(), [](const auto& entry) {
        return entry.second;
    });
    std::vector<std::size_t> places(columns.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const std::span<const std::size_t> all(places);
    Task task = problem;
    task.count(make_row_types(Table(std::move(made), counts.size()),
                              all.first(problem.columns.size()),
                              all.subspan(problem.columns.size()),
                              1,
                              weights));
    return task;
}

TEST(Task, FromCountsAloneIsSolvedAsTheTableIs) {
    for (const MethodInfo& info : methods()) {
        if (info.scale == MethodScale::tiny || info.needs_binary || info.only_k != 0 ||
            info.recoding == RecodingKind::aggregates) {
            continue;
        }
        RandomShape shape = small_shape(3);
        Problem problem = random_problem(shape, 3);
        problem.objective = info.objectives[0];
        const Task task = counted_anew(problem);
        const Outcome expected = make_method(info, problem, {})->run(problem, RunContext{});
        const Outcome found = make_method(info, task, {})->run(task, RunContext{});
        EXPECT_EQ(found.ending, expected.ending) << info.name;
        EXPECT_EQ(found.loss, expected.loss) << info.name;
        EXPECT_EQ(found.lower_bound, expected.lower_bound) << info.name;
        ASSERT_EQ(found.recoding.has_value(), expected.recoding.has_value()) << info.name;
        if (found.recoding) {
            const Release release = release_of(problem, *found.recoding);
            EXPECT_EQ(release.table.row_count(),
                      release_of(problem, *expected.recoding).table.row_count());
        }
    }
}

TEST(Task, CopiesShareTheirRowTypes) {
    const Problem problem = random_problem(small_shape(1), 1);
    Task relaxed = problem;
    relaxed.suppression_limit = 7;
    EXPECT_EQ(&relaxed.row_types(), &problem.row_types());
}

/// Losses from counts are those that a reader of the release measures.
TEST(RecodingLoss, IsWhatTheReleaseLoses) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Problem problem = random_problem(small_shape(seed), seed);
        problem.suppression_limit = problem.table.row_count();
        for (const char* name : {"mondrian", "pattern-greedy"}) {
            const MethodInfo& info = find_method(name);
            problem.objective = info.objectives[0];
            const Outcome outcome = make_method(info, problem, {})->run(problem, RunContext{});
            if (!outcome.recoding) {
                continue;
            }
            ++released;
            const LossFacts facts = loss_facts(problem, view_of(*outcome.recoding));
            const AuditReport report = audited(problem, release_of(problem, *outcome.recoding));
            const Measures& measures = report.measures;
            EXPECT_NEAR(facts.gcp, measures.gcp, 1e-12) << name << seed;
            EXPECT_NEAR(facts.lm, measures.lm, 1e-12) << name << seed;
            EXPECT_EQ(facts.suppressed_rows, measures.suppressed_rows) << name << seed;
            EXPECT_EQ(facts.classes, measures.classes) << name << seed;
            EXPECT_EQ(facts.squared_sizes, measures.squared_sizes) << name << seed;
            EXPECT_EQ(facts.minority_rows, measures.minority_rows) << name << seed;
        }
    }
    EXPECT_GT(released, 40);
}

}  // namespace
}  // namespace kanon::test
