// SPDX-License-Identifier: Apache-2.0
// Every method of the catalogue for each of its objectives on small random problems: judged by the
// auditor, by a second one that sees nothing but texts, and by brute force.
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/task/class_checker.hpp"

#include "judged.hpp"
#include "support/brute_force.hpp"
#include "support/node_cell_brute_force.hpp"
#include "support/outcomes.hpp"
#include "support/star_brute_force.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

double slack(double loss) {
    return 1e-9 * (1 + std::abs(loss));
}

class Conformance : public MethodTest {};

TEST_P(Conformance, EveryReleaseIsJudgedGoodAndLosesWhatItSays) {
    const std::vector<Trial> tried = drawn_trials({.each = 1500, .few = 300});
    std::uint64_t released = 0;
    for (const Trial& trial : tried) {
        SCOPED_TRACE(trial);
        const RandomCase made = trial.drawn();
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        const Outcome outcome = trial.solve(*problem);
        if (outcome.recoding) {
            ++released;
            ASSERT_TRUE(outcome.ending == Ending::optimal || outcome.ending == Ending::feasible);
            expect_judged_good(*problem, outcome, made.naive_models);
        } else {
            EXPECT_EQ(outcome.ending, Ending::infeasible);
            EXPECT_FALSE(outcome.reason.empty());
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, tried.size() * 2 / 5) << "the cases must not all be infeasible";
}

/// Classes that are released alike are one, and two that hold may fail as one.
TEST_P(Conformance, ModelsThatSayNothingOfUnionsHoldInWhatIsReleased) {
    if (!method().models.empty() || method().recoding == RecodingKind::assignment) {
        return;
    }
    for (const Trial& trial : drawn_trials({.each = 300, .few = 40})) {
        SCOPED_TRACE(trial);
        CaseShape shape = trial.shape();
        shape.models = CaseModels::disclosure;
        const RandomCase made = random_case(shape, trial.seed);
        std::optional<Problem> problem = made.bound();
        const Outcome outcome = problem ? trial.solve(*problem) : Outcome{};
        if (outcome.recoding) {
            expect_judged_good(*problem, outcome, made.naive_models);
        }
        ASSERT_FALSE(HasFailure());
    }
}

/// Releases of values and stars are no lattice nodes: brute force goes over the classes of rows.
bool few_enough_for_force(const Problem& problem) {
    return problem.table.row_count() <= 10 && problem.suppression_limit <= 3 &&
           std::ranges::none_of(problem.models,
                                [](const auto& model) { return model->tracked().has_value(); });
}

void expect_bound_of_stars_holds(const Trial& trial, const Problem& problem, const Outcome& found) {
    const std::optional<double> best = least_star_loss(problem);
    ASSERT_GE(best.has_value(), found.recoding.has_value());
    if (trial.method->guarantee == "exact") {
        ASSERT_EQ(best.has_value(), found.recoding.has_value()) << found.reason;
        ASSERT_NEAR(best.value_or(0), found.loss, slack(best.value_or(0)));
    }
    if (found.recoding) {
        ASSERT_LE(found.lower_bound.value(), *best + slack(*best));
        ASSERT_LE(*best, found.loss + slack(*best));
    }
}

void expect_bound_of_nodes_holds(const Trial& trial, const Problem& problem, const Outcome& found) {
    const std::optional<double> best = best_by_force(problem);
    const bool by_node = trial.method->recoding != RecodingKind::assignment;
    const bool exact = by_node && trial.method->guarantee == "exact";
    const bool superset = std::ranges::all_of(
        problem.models, [](const auto& model) { return model->monotony() == Monotony::superset; });
    if (exact || (superset && by_node)) {
        ASSERT_GE(found.recoding.has_value(), best.has_value()) << found.reason;
    }
    if (exact) {
        ASSERT_EQ(found.recoding.has_value(), best.has_value());
    }
    // A full-domain release by labels is a local one, too. Where a column is released by ranges it
    // is not: a label loses by the values under it, a range by its width, and that may be more.
    // Bounds of freeform are as sharp as that; they are held against all graphs in their own tests.
    const bool by_ranges =
        std::ranges::any_of(problem.quasi_identifiers, &QuasiIdentifier::recode_range);
    if (best && found.lower_bound && (by_node || !by_ranges)) {
        ASSERT_LE(*found.lower_bound, *best + slack(*best));
    }
    if (best && exact) {
        ASSERT_NEAR(found.loss, *best, slack(*best));
    }
}

TEST_P(Conformance, NoReleaseOfTheMethodsModelIsBelowItsBound) {
    const bool stars = method().stars_only;
    const TrialCounts counts =
        stars ? TrialCounts{.each = 1500, .few = 600} : TrialCounts{.each = 500, .few = 1500};
    const std::vector<Trial> tried = drawn_trials(counts);
    std::uint64_t compared = 0;
    for (const Trial& trial : tried) {
        SCOPED_TRACE(trial);
        CaseShape shape = trial.shape();
        if (stars) {
            shape.rows = 5 + trial.seed % 6;  // few enough for force
        }
        std::optional<Problem> problem = random_case(shape, trial.seed).bound();
        if (!problem || (stars && !few_enough_for_force(*problem))) {
            continue;
        }
        const Outcome outcome = trial.solve(*problem);
        compared += outcome.recoding ? 1U : 0U;
        if (stars) {
            expect_bound_of_stars_holds(trial, *problem, outcome);
        } else {
            expect_bound_of_nodes_holds(trial, *problem, outcome);
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(compared, stars ? tried.size() / 150 : tried.size() * 2 / 5);
}

/// Those that speak of single cells.
std::vector<Objective> cell_objectives(const MethodInfo& method) {
    std::vector<Objective> out;
    std::ranges::copy_if(method.objectives, std::back_inserter(out), [](Objective objective) {
        return !info(objective).needs_levels;
    });
    return out;
}

/// What a search over the lattice chooses once single cells may be starred, or rows as before.
struct CellsTried {
    Outcome whole;  ///< rows alone
    Outcome cells;
};

CellsTried solve_both_ways(const Trial& trial, Problem& problem) {
    CellsTried out{.whole = trial.solve(problem), .cells = {}};
    problem.cell_suppression_limit = trial.seed % 3 == 0 ? 0 : problem.table.row_count() / 2;
    out.cells = trial.solve(problem);
    return out;
}

class CellsConformance : public MethodTest {};

TEST_P(CellsConformance, StarredCellsAreJudgedGoodAndLoseNoMoreThanSuppressedRows) {
    const std::vector<Trial> tried =
        trials(method(), cell_objectives(method()), "Cells", {.each = 200, .few = 100});
    std::uint64_t released = 0;
    std::uint64_t starred = 0;
    for (const Trial& trial : tried) {
        SCOPED_TRACE(trial);
        const RandomCase made = trial.drawn();
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        const auto [whole, cells] = solve_both_ways(trial, *problem);
        ASSERT_GE(cells.recoding.has_value(), whole.recoding.has_value());
        if (!cells.recoding) {
            EXPECT_EQ(cells.ending, Ending::infeasible);
            EXPECT_FALSE(cells.reason.empty());
            continue;
        }
        ++released;
        starred += std::holds_alternative<ClassRecoding>(*cells.recoding) ? 1U : 0U;
        ASSERT_EQ(cells.ending, Ending::feasible);
        expect_judged_good(*problem, cells, made.naive_models);
        if (whole.recoding) {
            ASSERT_LE(cells.loss, whole.loss + slack(whole.loss));
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, tried.size() * 2 / 5);
    EXPECT_GT(starred, tried.size() / 20);
}

/// On the way from what a method finds, and from nothing.
TEST_P(CellsConformance, TheProvenReleaseIsJudgedGoodAndNoOtherLosesLess) {
    KANON_SKIP_WITHOUT_MIP_SOLVER();
    const std::vector<Objective> objectives{Objective::gcp, Objective::lm};
    const std::vector<Trial> tried =
        trials(method(), objectives, "Proof", {.each = 500, .few = 60});
    std::uint64_t released = 0;
    for (const Trial& trial : tried) {
        SCOPED_TRACE(trial);
        CaseShape shape = trial.shape();
        shape.models = CaseModels::k;  // a proof is to be had where rows decide
        const RandomCase made = random_case(shape, trial.seed);
        std::optional<Problem> problem = made.bound();
        if (!problem || !ClassChecker(*problem).rows_decide()) {
            continue;
        }
        const Outcome cells = solve_both_ways(trial, *problem).cells;
        const Outcome proven =
            prove_cell_optimality(*problem, cells, find_mip_solver(), RunContext{}).outcome;
        const Outcome anew =
            prove_cell_optimality(*problem, Outcome{}, find_mip_solver(), RunContext{}).outcome;
        ASSERT_GE(proven.recoding.has_value(), cells.recoding.has_value());
        ASSERT_EQ(proven.recoding.has_value(), anew.recoding.has_value());
        if (!proven.recoding) {
            ASSERT_EQ(proven.ending, Ending::infeasible);
            continue;
        }
        ++released;
        ASSERT_EQ(proven.ending, Ending::optimal);
        ASSERT_LE(proven.loss, cells.recoding ? cells.loss : 1 + slack(1));
        ASSERT_NEAR(proven.loss, anew.loss, 1e-7);
        if (problem->table.row_count() <= 9) {
            ASSERT_NEAR(proven.loss, least_node_cell_loss(*problem).value(), 1e-7);
        }
        expect_judged_good(*problem, proven, made.naive_models);
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, tried.size() / 10);
}

std::vector<const MethodInfo*> node_methods() {
    std::vector<const MethodInfo*> out = all_methods();
    std::erase_if(out, [](const MethodInfo* method) { return !method->chooses_node; });
    return out;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Conformance, testing::ValuesIn(all_methods()), name_of);
INSTANTIATE_TEST_SUITE_P(Catalogue, CellsConformance, testing::ValuesIn(node_methods()), name_of);

}  // namespace
}  // namespace kanon::test
