// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/aggarwal_forest.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/covers/cover.hpp"

#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

namespace kanon::test {
namespace {

Outcome run(const Problem& problem, const RunContext& context = {}) {
    return cell_suppression::make_aggarwal_forest({})->run(problem, context);
}

Problem random_stars(const RandomShape& shape, std::uint64_t seed, std::uint64_t k) {
    return with_k(random_star_problem(shape, seed, objective_of_cells(seed)), k);
}

TEST(AggarwalForest, StaysWithinItsRatioOfTheOptimum) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const std::uint64_t k = 2 + seed % 3;
        const Problem problem = random_stars(small_shape(seed), seed, k);
        const double best = least_star_loss(problem).value();
        const Outcome outcome = run(problem);
        ASSERT_TRUE(outcome.recoding);
        ASSERT_LE(outcome.lower_bound.value(), best + 1e-9);
        ASSERT_LE(best, outcome.loss + 1e-9);
        ASSERT_LE(outcome.loss, (3.0 * static_cast<double>(k) - 3) * best + 1e-9);
        const RunContext context;
        cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
        ASSERT_LE(search.costs().loss_of(cell_suppression::near_forest(search).cost), best + 1e-9);
    }
}

/// The distance from a row of this type to the (k - 1)-th nearest of all other rows.
cell_suppression::StarCost distance_to_enough(const Problem& problem,
                                              const cell_suppression::PatternCosts& costs,
                                              std::uint32_t type) {
    const cell_suppression::PackedTypes packed(problem.row_types());
    std::vector<cell_suppression::StarCost> distances;
    for (std::uint32_t other = 0; other < problem.row_types().size(); ++other) {
        distances.insert(distances.end(),
                         problem.row_types().counts[other],
                         costs.of(packed.difference(type, other)));
    }
    std::sort(distances.begin(), distances.end());
    return distances[problem.k - 1];  // the first is the row itself
}

TEST(AggarwalForest, CostsNoMoreThanEachTypesWayToEnoughRows) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            random_stars({.rows = 60, .attributes = 4, .values = 6}, seed, 2 + seed % 5);
        const RunContext context;
        cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
        const cell_suppression::TypeForest forest = cell_suppression::near_forest(search);
        ASSERT_TRUE(forest.complete);
        cell_suppression::StarCost most = 0;
        for (std::uint32_t type = 0; type < problem.row_types().size(); ++type) {
            most += distance_to_enough(problem, search.costs(), type);
        }
        ASSERT_GT(forest.cost, 0U);
        ASSERT_LE(forest.cost, most);
    }
}

TEST(AggarwalForest, CutsTreesToThreeTimesKLessThree) {
    std::size_t large = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        const std::uint64_t k = 2 + seed % 7;
        const Problem problem = random_stars(
            {.rows = 80 + seed, .attributes = 2 + seed % 4, .values = 4 + seed % 9}, seed, k);
        const RunContext context;
        cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
        const cell_suppression::TypeForest forest = cell_suppression::near_forest(search);
        const cell_suppression::Slots slots(problem);
        std::map<std::uint32_t, std::vector<std::uint32_t>> types_of_class;
        const std::vector<std::uint32_t> class_of_slot =
            cell_suppression::cut_forest(search, forest);
        for (std::size_t slot = 0; slot < class_of_slot.size(); ++slot) {
            types_of_class[class_of_slot[slot]].push_back(slots.type_of_slot[slot]);
        }
        const cell_suppression::PackedTypes packed(problem.row_types());
        cell_suppression::StarCost sum = 0;
        for (const auto& [index, types] : types_of_class) {
            ASSERT_GE(types.size(), k);
            ASSERT_TRUE(types.size() <= 3 * k - 3 || types.front() == types.back());
            large += types.size() > 2 * k - 2 ? 1U : 0U;
            Pattern stars = 0;
            for (const std::uint32_t type : types) {
                stars |= packed.difference(types.front(), type);
            }
            sum += search.costs().of(stars);
        }
        ASSERT_LE(sum, forest.cost) << "an edge counts for one class only";
    }
    EXPECT_GT(large, 10U);
}

TEST(AggarwalForest, KeepsRowsThatAreEnoughAlone) {
    const Problem problem = random_stars({.rows = 400, .attributes = 2, .values = 3}, 4, 2);
    ASSERT_EQ(*std::min_element(problem.row_types().counts.begin(),
                                problem.row_types().counts.end()) >= 2,
              true);
    EXPECT_EQ(run(problem).loss, 0);
}

TEST(AggarwalForest, EndsWhenItIsCancelled) {
    const Problem problem = random_stars({.rows = 60, .attributes = 4, .values = 6}, 1, 3);
    const std::atomic<bool> cancel = true;
    RunContext context;
    context.cancel = &cancel;
    const Outcome outcome = run(problem, context);
    EXPECT_EQ(outcome.ending, Ending::cancelled);
    EXPECT_FALSE(outcome.recoding);
}

TEST(AggarwalForest, RefusesAMask) {
    Problem problem = random_stars({.rows = 20}, 1, 2);
    problem.patterns.given = true;
    EXPECT_THROW(static_cast<void>(run(problem)), Error);
}

}  // namespace
}  // namespace kanon::test
