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
#include <set>
#include <string>
#include <variant>
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

PrivacyRequirement diversity(const std::string& kind, double l) {
    return {.model = "l-diversity", .parameters = {{"l", l}}, .attribute = "s", .kind = kind};
}

/// As problem_of_sets(), and one who knows `q0` is to find two values of `s`, as at times is one
/// who knows some others.
Problem problem_of_diverse_sets(std::uint64_t seed) {
    Problem problem = problem_of_sets(seed);
    ask_against(problem, {.columns = {"q0"}}, diversity("distinct", 2));
    if (seed % 3 == 1) {
        ask_against(problem,
                    {.any = problem.columns.size() - 1},
                    {.model = "p-sensitive", .parameters = {{"p", 2}}, .attribute = "s"});
    }
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

/// True if the rows that somebody finds alike in a set are enough, and have values enough of the
/// sensitive column, which is the last one.
bool is_kept(const Problem& problem,
             const cell_suppression::KnownSet& set,
             const std::vector<std::size_t>& rows) {
    const Column& sensitive = problem.table.column(problem.table.column_count() - 1);
    std::set<Code> values;
    for (const std::size_t row : rows) {
        values.insert(sensitive.codes[row]);
    }
    return rows.size() >= set.k && std::ranges::all_of(set.models, [&](const PrivacyModel* model) {
               return static_cast<double>(values.size()) >= model->required();
           });
}

/// True if each adversary finds what is asked; judged row by row.
bool all_found(const Problem& problem, const Patterns& stars) {
    for (const cell_suppression::KnownSet& set : cell_suppression::known_sets(problem)) {
        std::map<std::vector<std::int64_t>, std::vector<std::size_t>> alike;
        for (std::size_t row = 0; row < stars.size(); ++row) {
            if (const auto shown = shown_of(problem, set.attributes, stars[row], row);
                !shown.empty()) {
                alike[shown].push_back(row);
            }
        }
        if (!std::ranges::all_of(
                alike, [&](const auto& one) { return is_kept(problem, set, one.second); })) {
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

/// How often there was a release, and how often there was none.
struct Tried {
    int released = 0;
    int infeasible = 0;
};

/// Compare both methods with brute force.
void compare_with_force(const Problem& problem, Tried& tried) {
    ASSERT_TRUE(cell_suppression::suits_set_program(problem));
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
        ++tried.infeasible;
        ASSERT_EQ(exact.ending, Ending::infeasible);
        return;
    }
    ++tried.released;
    ASSERT_EQ(exact.ending, Ending::optimal);
    ASSERT_NEAR(exact.loss, *best, 1e-9);
    ASSERT_NEAR(exact.lower_bound.value(), *best, 1e-9);
    ASSERT_TRUE(audited(problem, exact).passed);
}

TEST_F(KnownSets, TheProgramEqualsBruteForceAndBoundsTheGreedyWay) {
    Tried tried;
    for (std::uint64_t seed = 1; seed <= 240; ++seed) {
        SCOPED_TRACE(seed);
        ASSERT_NO_FATAL_FAILURE(compare_with_force(problem_of_sets(seed), tried));
    }
    EXPECT_GT(tried.released, 120);
    EXPECT_GT(tried.infeasible, 5);
}

TEST_F(KnownSets, SoItIsWithValuesThatSomebodyMustFind) {
    Tried tried;
    for (std::uint64_t seed = 1; seed <= 240; ++seed) {
        SCOPED_TRACE(seed);
        ASSERT_NO_FATAL_FAILURE(compare_with_force(problem_of_diverse_sets(seed), tried));
    }
    EXPECT_GT(tried.released, 100);
    EXPECT_GT(tried.infeasible, 5);
}

TEST_F(KnownSets, RowsOfATypeAreReleasedInDifferentWaysByTheirValues) {
    int divided = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = problem_of_diverse_sets(seed);
        const Outcome exact = run_method("pattern-ilp", problem);
        if (exact.recoding) {
            divided += std::get<ClassRecoding>(*exact.recoding).shares.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(divided, 3);
}

TEST_F(KnownSets, ModelsOfSharesHoldForEachWhoAsks) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 40, .attributes = 3, .values = 3}, seed);
        problem.objective = Objective::stars;
        problem.suppression_limit = seed % 5;
        problem.models.clear();
        ask_against(problem, {.columns = {"q0", "q1"}}, diversity("entropy", 1.7));
        ask_against(problem, {.columns = {"q1", "q2"}}, anonymity(4));
        ASSERT_TRUE(cell_suppression::suits_sets(problem));
        ASSERT_FALSE(cell_suppression::suits_set_program(problem));
        const Outcome greedy = run_method("pattern-greedy", problem);
        if (greedy.recoding) {
            ++released;
            ASSERT_TRUE(audited(problem, greedy).passed);
            ASSERT_TRUE(greedy.lower_bound.has_value());
        }
    }
    EXPECT_GT(released, 80);
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
    ask_against(problem, {.columns = {"q1"}}, diversity("distinct", 2));
    const std::vector<cell_suppression::KnownSet> asked = cell_suppression::known_sets(problem);
    ASSERT_EQ(asked.size(), 3U);
    EXPECT_EQ(asked[0].attributes, 2U);
    EXPECT_EQ(asked[0].models.size(), 1U);
}

}  // namespace
}  // namespace kanon::test
