// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/barren_nodes.hpp"

#include "kanon/methods/full_domain/bounds/hashed_groups.hpp"
#include "kanon/methods/full_domain/bounds/raising_order.hpp"

#include "all_nodes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

/// Entropy of an attribute's labels at a level, by definition.
double bits(const Problem& problem,
            const full_domain::LevelTables& tables,
            std::size_t attribute,
            Level level) {
    std::vector<double> rows(tables.label_count(attribute, level));
    const RowTypes& types = problem.row_types();
    for (std::size_t type = 0; type < types.size(); ++type) {
        rows[tables.map(attribute, 0, level)[types.columns[attribute][type]]] += types.counts[type];
    }
    const auto all = static_cast<double>(types.row_count());
    double sum = 0;
    for (const double of_label : rows) {
        sum -= of_label > 0 ? of_label / all * std::log2(of_label / all) : 0;
    }
    return sum;
}

TEST(RaisingOrder, PutsFirstWhatTellsLessAndIsCheaperToGetPast) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = draw_for_floor(seed, 6, 40);
        const full_domain::LevelTables tables(problem);
        const Lattice lattice = problem.lattice();
        const Node low = lattice.bottom();
        std::vector<std::size_t> order;
        for (std::size_t j = 0; j < low.size(); ++j) {
            if (lattice.top()[j] > low[j]) {
                order.push_back(j);
            }
        }
        full_domain::RaisingOrder(problem, tables).sort(order, low, low, lattice.top());
        const auto told = [&](std::size_t j) {
            return bits(problem, tables, j, low[j]) - bits(problem, tables, j, lattice.top()[j]);
        };
        const auto way = [&](std::size_t j) {
            return tables.column_cost(j, static_cast<Level>(low[j] + 1)) -
                   tables.column_cost(j, low[j]);
        };
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (std::size_t later = i + 1; later < order.size(); ++later) {
                const bool before =
                    told(order[later]) < told(order[i]) - 1e-9 && way(order[later]) < way(order[i]);
                EXPECT_FALSE(before) << order[later] << " is to be before " << order[i];
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 300U);
}

/// Up to the high node no node costs less than the floor; one level above it, some might.
TEST(BarrenFinder, FindsNodesThatNoAttributeCanBeRaisedPast) {
    std::uint64_t compared = 0;
    std::uint64_t raised = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = draw_for_floor(seed, 2 + seed % 4, 60);
        AllNodes ground(problem);
        const std::optional<Cost> best = ground.best();
        if (!best) {
            continue;
        }
        const Node low = ground.lattice.bottom();
        const Node top = ground.lattice.top();
        full_domain::BarrenFinder finder(problem, ground.tables);
        const Cost cost = ground.columns(low);
        const std::optional<full_domain::BarrenNodes> found =
            finder.find({.low = low, .cost = cost, .floor = *best, .reach = top, .furthest = top});
        if (!found) {
            continue;
        }
        for (std::uint64_t rank = 0; rank < ground.lattice.size().value(); ++rank) {
            const Node node = ground.lattice.node(rank);
            if (at_most(node, found->high)) {
                const full_domain::NodeFacts facts = ground.evaluator.facts(ground.base, node);
                EXPECT_TRUE(!ground.evaluator.feasible(facts) || facts.cost >= *best);
            }
        }
        const full_domain::JointColumns columns(problem, ground.tables);
        full_domain::HashedGroups groups(problem, ground.tables, columns, low);
        for (std::size_t j = 0; j < low.size(); ++j) {
            raised += found->high[j] > low[j] ? 1U : 0U;
            if (found->high[j] < top[j]) {
                Node above = found->high;
                ++above[j];
                const full_domain::LastingRows lasting = groups.lasting_at(above);
                ++compared;
                EXPECT_LE(lasting.rows, problem.suppression_limit);
                EXPECT_LT(cost + lasting.spared, *best);
            }
        }
    }
    EXPECT_GT(compared, 100U);
    EXPECT_GT(raised, 100U);
}

}  // namespace
}  // namespace kanon::test
