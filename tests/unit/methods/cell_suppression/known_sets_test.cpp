// SPDX-License-Identifier: Apache-2.0
// Cells starred set by set, against every way to star them.
#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

using Patterns = std::vector<Pattern>;

Problem problem_of_sets(std::uint64_t seed) {
    const std::size_t attributes = 2 + seed % 2;
    Problem problem = random_problem({.rows = attributes == 2 ? 4 + seed % 4 : 4 + seed % 2,
                                      .attributes = attributes,
                                      .values = 2 + seed % 2},
                                     seed);
    problem.objective = objective_of_cells(seed);
    problem.suppression_limit = seed % 3 == 0 ? 2 : 0;
    problem.patterns.never = seed % 11 == 0 ? 1 : 0;
    problem.models.clear();
    ask_against(problem, {.columns = {"q0"}}, anonymity(2 + static_cast<double>(seed % 2)));
    ask_against(problem, {.any = attributes - 1}, anonymity(2));
    return problem;
}

/// What a row shows of a set; empty: it is suppressed.
std::vector<std::int64_t> shown_of(const Problem& problem,
                                   Pattern set,
                                   Pattern stars,
                                   std::size_t row) {
    std::vector<std::int64_t> out;
    for (std::size_t j = 0; j < problem.columns.size(); ++j) {
        if (stars != problem.patterns.everything() && (set >> j & 1U) != 0) {
            const std::int64_t code = problem.table.column(problem.columns[j]).codes[row];
            out.push_back((stars >> j & 1U) != 0 ? -1 : code);
        }
    }
    return out;
}

/// True if each adversary finds enough rows; judged row by row.
bool all_found(const Problem& problem, const Patterns& stars) {
    for (const cell_suppression::KnownSet& set : cell_suppression::known_sets(problem)) {
        std::map<std::vector<std::int64_t>, std::uint64_t> alike;
        for (std::size_t row = 0; row < stars.size(); ++row) {
            const auto shown = shown_of(problem, set.attributes, stars[row], row);
            alike[shown] += shown.empty() ? set.k : 1;
        }
        if (std::ranges::any_of(alike, [&](const auto& one) { return one.second < set.k; })) {
            return false;
        }
    }
    return true;
}

/// The loss of such stars; none: they suppress too much, or an adversary finds too few rows.
std::optional<double> loss_of(const Problem& problem, const Patterns& stars) {
    const auto suppressed =
        static_cast<std::uint64_t>(std::ranges::count(stars, problem.patterns.everything()));
    if (suppressed > problem.suppression_limit || suppressed == stars.size() ||
        !all_found(problem, stars)) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> starred(problem.columns.size());
    for (const Pattern one : stars) {
        for (std::size_t j = 0; j < starred.size(); ++j) {
            starred[j] += one >> j & 1U;
        }
    }
    return cell_suppression::PatternCosts(problem).loss(starred);
}

/// The least loss over all ways to star the cells; none: there is none.
std::optional<double> least_by_force(const Problem& problem) {
    const std::size_t rows = problem.table.row_count();
    Patterns allowed = problem.patterns.patterns();
    allowed.push_back(problem.patterns.everything());
    std::optional<double> best;
    Patterns stars(rows, allowed.front());
    std::vector<std::size_t> places(rows);
    for (std::size_t row = 0; row < rows;) {
        const std::optional<double> loss = loss_of(problem, stars);
        best = loss && (!best || *loss < *best) ? loss : best;
        for (row = 0; row < rows && ++places[row] == allowed.size(); ++row) {
            places[row] = 0;
            stars[row] = allowed[0];
        }
        if (row < rows) {
            stars[row] = allowed[places[row]];
            row = 0;
        }
    }
    return best;
}

class KnownSets : public NeedsMipSolver {};

TEST_F(KnownSets, TheProgramEqualsBruteForceAndBoundsTheGreedyWay) {
    int released = 0;
    int infeasible = 0;
    for (std::uint64_t seed = 1; seed <= 240; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = problem_of_sets(seed);
        ASSERT_TRUE(cell_suppression::suits_sets(problem));
        const std::optional<double> best = least_by_force(problem);
        const Outcome exact = run_method("pattern-ilp", problem);
        ASSERT_EQ(exact.recoding.has_value(), best.has_value());
        const Outcome greedy = run_method("pattern-greedy", problem);
        if (greedy.recoding) {
            ASSERT_TRUE(best);
            ASSERT_TRUE(audited(problem, greedy).passed);
            ASSERT_LE(*best, greedy.loss + 1e-9);
            ASSERT_LE(greedy.lower_bound.value(), *best + 1e-9);
        }
        if (!best) {
            ++infeasible;
            ASSERT_EQ(exact.ending, Ending::infeasible);
            continue;
        }
        ++released;
        ASSERT_EQ(exact.ending, Ending::optimal);
        ASSERT_NEAR(exact.loss, *best, 1e-9);
        ASSERT_NEAR(exact.lower_bound.value(), *best, 1e-9);
        ASSERT_TRUE(audited(problem, exact).passed);
    }
    EXPECT_GT(released, 120);
    EXPECT_GT(infeasible, 5);
}

TEST_F(KnownSets, ASetInALargerOneIsLeftOut) {
    Problem problem = random_problem({.rows = 9, .attributes = 3}, 1);
    problem.models.clear();
    ask_against(problem, {.columns = {"q0", "q1"}}, anonymity(3));
    ask_against(problem, {.columns = {"q1"}}, anonymity(2));
    ask_against(problem, {.columns = {"q2"}}, anonymity(4));
    const std::vector<cell_suppression::KnownSet> sets = cell_suppression::known_sets(problem);
    ASSERT_EQ(sets.size(), 2U);
    EXPECT_EQ(sets[0], (cell_suppression::KnownSet{.attributes = 3, .k = 3}));
    EXPECT_EQ(sets[1], (cell_suppression::KnownSet{.attributes = 4, .k = 4}));
}

}  // namespace
}  // namespace kanon::test
