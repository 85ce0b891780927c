// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/aggarwal_generalizing.hpp"

#include "kanon/methods/classes/clustering/near_forest.hpp"

#include "naive_clusters.hpp"
#include "support/class_brute_force.hpp"
#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

constexpr const char* kLoss = "loss";
constexpr const char* kLevels = "levels";

Outcome run_by(const char* edges, const Problem& problem) {
    return make_aggarwal_generalizing({{"edges", edges}})->run(problem, {});
}

TEST(AggarwalGeneralizing, JoinsWhatIsNear) {
    const auto on_line = [](std::string_view numbers) {
        const Problem problem = line_problem(numbers, 3);
        return classes_on_line(problem, run_by(kLoss, problem));
    };
    EXPECT_EQ(on_line("0 1 2 10 11 12 20 21 22"), "0 1 2 | 10 11 12 | 20 21 22 ");
    EXPECT_EQ(on_line("0 1 2 3 4 5 20 21 22"), "0 1 2 | 3 4 5 | 20 21 22 ");
    EXPECT_EQ(on_line("5 5 5 5 5 5 5 6 7"), "5 6 7 | 5 5 5 5 5 5 ") << "one row of many is lent";
}

/// Of two ways to make pairs, over a label of many values or over one of few at the same level,
/// weights make the first the nearer one by levels.
TEST(AggarwalGeneralizing, WeighsEdgesByLevelsOrByLoss) {
    const std::string tree = "hierarchy: {tree: {few: [a, b], many: [c, d, e, f, g, h]}}}\n";
    const Problem problem = test::bound(
        test::table_of(
            "x y",
            "c a; d a; c b; d b; e e; e e; f f; f f; a g; a g; b h; b h; g e; g e; h f; h f"),
        "privacy: {k-anonymity: 2}\nattributes:\n"
        "  x: {role: quasi-identifying, weight: 0.8, " +
            tree + "  y: {role: quasi-identifying, " + tree);
    const auto released = [&](const char* edges) {
        const Outcome outcome = run_by(edges, problem);
        test::audited(problem, outcome);
        const Table table = test::release_of(problem, outcome).table;
        return std::string(table.column(0).text(0)) + " " + std::string(table.column(1).text(0));
    };
    EXPECT_EQ(released(kLevels), "many a");
    EXPECT_EQ(released(kLoss), "c few");
}

Problem without_class(std::uint64_t seed, const test::RandomShape& shape, std::uint64_t k) {
    Problem problem = test::with_k(test::random_problem(shape, seed), k);
    problem.tracked.clear();
    problem.tracked_columns.clear();
    problem.class_attribute.reset();
    problem.class_place.reset();
    test::count_rows(problem);
    return problem;
}

bool mended(const Outcome& outcome) {
    return test::stat(outcome, "types_moved") > 0 || test::stat(outcome, "divided_instead") > 0;
}

TEST(AggarwalGeneralizing, StaysWithinItsRatioOfTheOptimum) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        const std::uint64_t k = 2 + seed % 3;
        const Problem problem =
            without_class(seed, {.rows = 8 + seed % 4, .attributes = 3, .values = 4}, k);
        // Of whole types, so no less than the least there is.
        const double best = test::least_class_gcp(problem);
        const Outcome outcome = run_by(kLoss, problem);
        if (std::isinf(best) || !outcome.recoding || mended(outcome)) {
            continue;
        }
        ++compared;
        ASSERT_LE(outcome.lower_bound.value(), best + 1e-9);
        ASSERT_LE(outcome.loss, (3.0 * static_cast<double>(k) - 3) * best + 1e-7);
    }
    EXPECT_GT(compared, 100U);
}

/// Forests of a problem's sites by either weight.
struct Forests {
    explicit Forests(const Problem& of_problem, LevelWeights by)
        : problem(of_problem),
          axes(make_axes(of_problem)),
          space(of_problem, axes, of_problem.k),
          run(of_problem, space, context),
          weights(std::move(by)) {
        std::vector<std::uint32_t> types(space.type_count());
        std::iota(types.begin(), types.end(), 0U);
        sites = sites_of(space, types);
        weights.resize(axes.size());
        forest = near_forest(run, sites, weights);
    }

    [[nodiscard]] RowCost weight(const Site& a, const Site& b) const {
        RowCost sum = 0;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const Place one = space.place(a.types.front(), axis);
            const Place other = space.place(b.types.front(), axis);
            const Extent both{std::min(one, other), std::max(one, other)};
            sum += weights[axis].empty() ? space.as_cost(axes[axis].pair_loss(one, other))
                                         : weights[axis][axes[axis].level(both)];
        }
        return sum;
    }

    /// The way from a row of a site to the (k - 1)-th nearest of all others.
    [[nodiscard]] RowCost way_to_enough(const Site& site) const {
        std::vector<RowCost> all;
        for (const Site& other : sites) {
            all.insert(all.end(), other.rows, weight(site, other));
        }
        std::sort(all.begin(), all.end());
        return all[problem.k - 1];
    }

    const Problem& problem;
    RunContext context;
    std::vector<Axis> axes;
    TypeSpace space;
    ClusterRun run;
    LevelWeights weights;
    std::vector<Site> sites;
    SiteForest forest;
};

TEST(AggarwalGeneralizing, CostsNoMoreThanEachRowsWayToEnoughOthers) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            without_class(seed, {.rows = 60, .attributes = 4, .values = 6}, 2 + seed % 5);
        const LevelWeights levels(
            4, seed % 2 == 0 ? std::vector<RowCost>{} : std::vector<RowCost>{0, 10, 25, 45, 70});
        const Forests forests(problem, levels);
        std::vector<std::uint64_t> rows(forests.sites.size(), 0);
        std::uint64_t most = 0;
        for (std::size_t site = 0; site < forests.sites.size(); ++site) {
            rows[forests.forest.tree_of_site[site]] += forests.sites[site].rows;
            most += forests.way_to_enough(forests.sites[site]);
        }
        for (const std::uint64_t of_tree : rows) {
            ASSERT_TRUE(of_tree == 0 || of_tree >= problem.k);
        }
        std::uint64_t sum = 0;
        for (const ForestEdge& edge : forests.forest.edges) {
            sum += forests.weight(forests.sites[edge.a], forests.sites[edge.b]);
        }
        ASSERT_EQ(sum, forests.forest.weight);
        ASSERT_GT(sum, 0U);
        ASSERT_LE(sum, most);
    }
}

/// The forest costs no more than the best release, whose gcp is least_class_gcp() at most.
TEST(AggarwalGeneralizing, HasAForestThatCostsNoMoreThanTheOptimum) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            without_class(seed, {.rows = 9, .attributes = 3, .values = 4}, 2 + seed % 3);
        const double best = test::least_class_gcp(problem);
        const Forests forests(problem, {});
        const double whole = static_cast<double>(TypeSpace::kWhole) * 9;
        ASSERT_LE(static_cast<double>(forests.forest.weight) / whole, best + 1e-6);
    }
}

TEST(AggarwalGeneralizing, MakesClassesOfAtMostThreeTimesKLessThreeRows) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const std::uint64_t k = 2 + seed % 6;
        const Problem problem = without_class(seed, {.rows = 120, .attributes = 4, .values = 7}, k);
        const Forests forests(problem, {});
        std::vector<std::uint32_t> rows;
        for (const Site& site : forests.sites) {
            rows.push_back(site.rows);
        }
        const auto pieces = cut_forest(
            rows, forests.forest.edges, {.k = k}, [](const auto& piece) { return piece.rows; });
        std::vector<std::uint64_t> given(rows.size(), 0);
        for (const ForestPiece& piece : pieces) {
            ASSERT_GE(piece.rows, k);
            ASSERT_TRUE(piece.rows <= 3 * k - 3 || piece.parts.size() == 1);
            for (const ForestPiece::Part& part : piece.parts) {
                given[part.node] += part.rows;
            }
        }
        for (std::size_t site = 0; site < rows.size(); ++site) {
            ASSERT_EQ(given[site], rows[site]);
        }
    }
}

TEST(AggarwalGeneralizing, KeepsTypesWholeWhereColumnsAreTracked) {
    const Problem problem = class_problem("a s",
                                          "0 p; 0 q; 0 p; 0 q; 1 p; 2 q; 2 p; 9 q; 9 p",
                                          "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}");
    for (const char* edges : {kLevels, kLoss}) {
        const Outcome outcome = run_by(edges, problem);
        ASSERT_TRUE(outcome.recoding) << outcome.reason;
        test::audited(problem, outcome);
    }
}

}  // namespace
}  // namespace kanon::classes
