// SPDX-License-Identifier: Apache-2.0
// The bound by prices of rows: each part against trying all, the whole against all divisions and
// against the linear program over all groups.
#include "kanon/methods/microaggregation/class_bound/class_bound.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"
#include "kanon/methods/microaggregation/class_bound/group_proof.hpp"
#include "kanon/methods/microaggregation/class_bound/row_cuts.hpp"
#include "kanon/methods/microaggregation/neighbour_bound.hpp"
#include "kanon/solve/solver.hpp"

#include "aggregate_cases.hpp"
#include "support/effort.hpp"
#include "support/outcomes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

using microaggregation::CheapGroups;
using microaggregation::class_bound;
using microaggregation::GroupProof;
using microaggregation::PointSpace;
using microaggregation::RowCut;
using microaggregation::RowCuts;
using microaggregation::WholeDistances;

using Group = std::vector<std::uint32_t>;

std::string anonymity(std::uint64_t k) {
    return "{k-anonymity: " + std::to_string(k) + "}";
}

/// Numbers of few digits, some alike, in two columns.
Problem random_numbers(std::uint64_t seed, std::size_t rows, std::uint64_t k) {
    Random random(seed);
    std::string cells;
    const std::uint64_t values = 3 + random.below(60);
    for (std::size_t row = 0; row < rows; ++row) {
        cells += row == 0 ? "" : "; ";
        cells += std::to_string(random.below(values)) + " " + std::to_string(random.below(values));
    }
    return aggregate_problem("a b", "mean mean", cells, anonymity(k));
}

/// All groups of k of the points, each ascending.
std::vector<Group> groups_of(std::size_t points, std::size_t k) {
    std::vector<Group> out;
    std::vector<char> in(points);
    std::fill_n(in.begin(), k, 1);
    do {
        out.emplace_back();
        for (std::uint32_t point = 0; point < points; ++point) {
            if (in[point] != 0) {
                out.back().push_back(point);
            }
        }
    } while (std::ranges::prev_permutation(in).found);
    return out;
}

double pairs_of(const WholeDistances& distances, const Group& group) {
    double sum = 0;
    for (const std::uint32_t a : group) {
        for (const std::uint32_t b : group) {
            sum += a < b ? distances.of(a, b) : 0;
        }
    }
    return sum;
}

TEST(WholeDistances, AreWholeAndNeverTooLarge) {
    for (const std::uint64_t seed : all_cases("whole distances", 30)) {
        const Problem problem = random_aggregates(seed, 12, anonymity(3));
        const PointSpace space(problem);
        const WholeDistances distances(space, 3);
        for (std::uint32_t a = 0; a < space.size(); ++a) {
            for (std::uint32_t b = 0; b < space.size(); ++b) {
                const double whole = distances.of(a, b);
                const double exact = distances.units(space.distance(a, b));
                ASSERT_EQ(whole, std::floor(whole));
                ASSERT_LE(whole, exact);
                ASSERT_GE(whole, exact * (1 - 1e-9) - 2);
                ASSERT_LE(whole, distances.most());
            }
        }
        ASSERT_LE(16 * 9 * distances.most(), 0x1p53);
    }
}

/// F of a group: see GroupProof.
double left_of(const WholeDistances& distances,
               const std::vector<double>& prices,
               const RowCuts& cuts,
               const Group& group) {
    const double twice = 2 * static_cast<double>(group.size());
    double left = 2 * pairs_of(distances, group);
    for (const std::uint32_t point : group) {
        left -= twice * prices[point];
    }
    for (std::uint32_t one = 0; one < cuts.size(); ++one) {
        const auto met = std::ranges::count_if(cuts.cut(one), [&](std::uint32_t point) {
            return std::ranges::find(group, point) != group.end();
        });
        left += met >= 2 ? twice * cuts.price(one) : 0;
    }
    return left;
}

/// The least F of the groups whose first point in the order is at each place; at most 0.
std::vector<double> least_of_places(const WholeDistances& distances,
                                    const std::vector<double>& prices,
                                    const RowCuts& cuts,
                                    const std::vector<std::uint32_t>& order,
                                    std::size_t k) {
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
    }
    std::vector<double> out(order.size());
    for (const Group& group : groups_of(order.size(), k)) {
        std::size_t first = order.size();
        for (const std::uint32_t point : group) {
            first = std::min(first, place[point]);
        }
        out[first] = std::min(out[first], left_of(distances, prices, cuts, group));
    }
    return out;
}

/// None, or some of any three points.
RowCuts random_cuts(Random& random, std::size_t points, double most) {
    RowCuts out(points);
    for (std::uint64_t left = random.below(12); left > 2; --left) {
        std::set<std::uint32_t> cut;
        while (cut.size() < 3 && cut.size() < points) {
            cut.insert(static_cast<std::uint32_t>(random.below(points)));
        }
        if (cut.size() == 3) {
            RowCut one{};
            std::ranges::copy(cut, one.begin());
            out.add(one, std::floor(random.unit() * most / 8));
        }
    }
    return out;
}

TEST(GroupProof, FindsTheLeastOfAllGroups) {
    std::size_t open = 0;
    for (const std::uint64_t seed : all_cases("groups of all", 300)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const std::size_t k = 2 + seed % 4;
        const Problem problem = random_aggregates(seed, k + 1 + random.below(8), anonymity(k));
        const PointSpace space(problem);
        const WholeDistances distances(space, 3 * k);
        const CheapGroups cheap(space, k, 1);
        const RowCuts cuts = random_cuts(random, space.size(), distances.most());
        std::vector<double> prices(space.size());
        for (double& price : prices) {
            price = std::floor((random.unit() - 0.1) * distances.most() / 8);
        }
        std::vector<std::uint32_t> order(space.size());
        std::iota(order.begin(), order.end(), 0U);
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[random.below(i)]);
        }
        const GroupProof proof(distances, prices, cuts, order, cheap.near(), k);
        const std::vector<double> least = least_of_places(distances, prices, cuts, order, k);
        for (std::size_t place = 0; place < order.size(); ++place) {
            const auto found = proof.look(place, 1'000'000);
            ASSERT_EQ(found.least, least[place]);
            ASSERT_EQ(found.groups.empty(), least[place] == 0);
            for (const auto& group : found.groups) {
                ASSERT_EQ(group.left, left_of(distances, prices, cuts, group.points));
            }
            for (const std::uint64_t nodes : {0U, 1U, 2U, 5U}) {
                const auto early = proof.look(place, nodes);
                ASSERT_LE(early.least, least[place]);
                open += early.least < least[place] ? 1U : 0U;
            }
        }
    }
    EXPECT_GT(open, 0U);
}

TEST(GroupProof, LooksAtFarPointsAsWell) {
    // More points than are looked at in full, and prices so high that many groups undercut them.
    const Problem problem = random_numbers(7, 150, 3);
    const PointSpace space(problem);
    const WholeDistances distances(space, 9);
    const CheapGroups cheap(space, 3, 1);
    Random random(1);
    const RowCuts cuts = random_cuts(random, space.size(), distances.most());
    for (const double share : {0.0005, 0.005, 0.05, 0.5}) {
        const std::vector<double> prices(space.size(), std::floor(distances.most() * share));
        std::vector<std::uint32_t> order(space.size());
        std::iota(order.begin(), order.end(), 0U);
        const GroupProof proof(distances, prices, cuts, order, cheap.near(), 3);
        const std::vector<double> least = least_of_places(distances, prices, cuts, order, 3);
        for (std::size_t place = 0; place < order.size(); ++place) {
            ASSERT_EQ(proof.look(place, 1'000'000).least, least[place]) << share;
        }
    }
}

TEST(ClassBound, HoldsForEveryDivision) {
    std::size_t sharper = 0;
    std::size_t cut = 0;
    std::size_t cut_of_five = 0;
    std::size_t tables = 0;
    for (const std::uint64_t seed : all_cases("class bounds", 400)) {
        const std::uint64_t k = 2 + seed % 4;
        const std::size_t rows = 4 + seed % 6 + (k == 5 ? 2 : 0);  // two classes now and then
        const Problem problem = seed % 2 == 0 ? random_aggregates(seed, rows, anonymity(k))
                                              : random_numbers(seed, rows, k);
        if (problem.table.row_count() < k) {
            continue;
        }
        const PointSpace space(problem);
        const auto bound = class_bound(space, k, RunContext{});
        ASSERT_TRUE(bound);
        ASSERT_LE(bound->loss, least_sse(problem)) << seed;
        ++tables;
        cut += !bound->cuts.empty() ? 1U : 0U;
        cut_of_five += !bound->cuts.empty() && k == 5 ? 1U : 0U;
        sharper += bound->loss > neighbour_bound(space, k, 1).value_or(0) * 1.01 ? 1U : 0U;
    }
    EXPECT_GT(sharper, tables * 3 / 4);
    EXPECT_GT(cut, tables / 8);
    EXPECT_GT(cut_of_five, 0U);
}

TEST(RowCuts, AreThoseThatSharesBreak) {
    // Four points, each three of them a third of the time: any three points meet all four groups.
    const std::vector<Group> groups = groups_of(4, 3);
    std::vector<microaggregation::SharedGroup> shares;
    shares.reserve(groups.size());
    for (const Group& group : groups) {
        shares.push_back({.points = group, .share = 1.0 / 3});
    }
    const std::vector<RowCut> all = microaggregation::broken_cuts(shares, 4, 10);
    EXPECT_EQ(all, (std::vector<RowCut>{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}));
    EXPECT_EQ(microaggregation::broken_cuts(shares, 4, 2).size(), 2U);
    shares = {{.points = groups[0], .share = 1}};
    EXPECT_TRUE(microaggregation::broken_cuts(shares, 4, 10).empty());
}

TEST(ClassBound, CutsCloseWhatSharesLeaveOpen) {
    // Four rows far from three: the best classes are these, and groups of three of the four rows,
    // each a third of the time, cost less than the four.
    const Problem problem = aggregate_problem(
        "a b", "mean mean", "0 0; 0 1; 1 0; 1 1; 90 90; 90 91; 91 90", anonymity(3));
    const auto bound = class_bound(PointSpace(problem), 3, RunContext{});
    ASSERT_TRUE(bound);
    EXPECT_LE(bound->loss, least_sse(problem));
    EXPECT_GE(bound->loss, least_sse(problem) * 0.99);
}

/// What the linear program over all groups of k rows says.
double program_value(const MipSolver& solver, const PointSpace& space, std::size_t k) {
    Model model;
    for (std::size_t point = 0; point < space.size(); ++point) {
        model.add_row({.lower = 1, .upper = 1});
    }
    for (const Group& group : groups_of(space.size(), k)) {
        double cost = 0;
        for (const std::uint32_t a : group) {
            for (const std::uint32_t b : group) {
                cost += a < b ? space.distance(a, b) / static_cast<double>(k) : 0;
            }
        }
        const std::uint32_t column = model.add_column({.cost = cost});
        for (const std::uint32_t point : group) {
            model.add_entry(point, column, 1);
        }
    }
    return solver.relax(model, RunContext{}).value;
}

TEST(ClassBound, ReachesTheLinearProgram) {
    const MipSolver* solver = find_mip_solver();
    if (solver == nullptr) {
        GTEST_SKIP() << mip_missing();
    }
    for (const std::uint64_t seed : all_cases("programs of groups", 60)) {
        const std::uint64_t k = 2 + seed % 5;
        const Problem problem = random_numbers(seed, 8 + seed % 7, k);
        const PointSpace space(problem);
        const double value = program_value(*solver, space, k);
        const auto bound = class_bound(space, k, RunContext{});
        ASSERT_TRUE(bound);
        EXPECT_GE(bound->loss, value * 0.99 - 1e-9) << seed;
        if (k > microaggregation::kMostCutRows) {
            EXPECT_LE(bound->loss, value + 1e-9) << seed;
        }
    }
}

TEST(ClassBound, IsTheSameForAnyThreadsAndHoldsWhenStopped) {
    const Problem problem = random_numbers(3, 90, 4);
    const PointSpace space(problem);
    RunContext context;
    const auto one = class_bound(space, 4, context);
    context.threads = 3;
    const auto three = class_bound(space, 4, context);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->loss, three->loss);
    EXPECT_EQ(one->groups, three->groups);
    EXPECT_TRUE(one->is_settled);
    EXPECT_EQ(one->unproven, 0U);
    context.node_limit = 0;
    const auto glanced = class_bound(space, 4, context);
    ASSERT_TRUE(glanced);
    EXPECT_FALSE(glanced->is_settled);
    EXPECT_LT(glanced->loss, one->loss);
    context.node_limit = RunContext{}.node_limit;
    context.deadline = std::chrono::steady_clock::now();
    const auto late = class_bound(space, 4, context);
    ASSERT_TRUE(late);
    EXPECT_LE(late->loss, one->loss * 1.01);
    const std::atomic<bool> cancelled = true;
    context.cancel = &cancelled;
    EXPECT_FALSE(class_bound(space, 4, context));
}

TEST(ClassBound, IsNotWorkedOutWherePricesMeanNothing) {
    const Problem problem = random_numbers(3, 20, 2);
    EXPECT_FALSE(class_bound(PointSpace(problem), 1, RunContext{}));
    EXPECT_FALSE(class_bound(PointSpace(problem), 21, RunContext{}));
    const Problem alike =
        aggregate_problem("a b", "mean mean", "1 1; 1 1; 1 1; 2 2; 2 2; 2 2", anonymity(3));
    const auto none = class_bound(PointSpace(alike), 3, RunContext{});
    ASSERT_TRUE(none);
    EXPECT_EQ(none->loss, 0);
}

TEST(ProveAggregates, RaisesTheBoundAndKeepsTheRelease) {
    const Problem problem = random_numbers(5, 60, 3);
    const Outcome before = run_method("mdav", problem);
    const ProvenOutcome after = prove_aggregates(problem, before, nullptr, RunContext{});
    EXPECT_FALSE(after.replaced);
    EXPECT_EQ(after.outcome.loss, before.loss);
    EXPECT_GT(after.outcome.lower_bound.value(), before.lower_bound.value());
    EXPECT_LE(after.outcome.lower_bound.value(), after.outcome.loss);
    EXPECT_NE(after.note.find("bound by prices"), std::string::npos);
    audited(problem, after.outcome);
}

TEST(ProveAggregates, FindsBetterClassesThatHold) {
    if (find_mip_solver() == nullptr) {
        GTEST_SKIP() << mip_missing();
    }
    std::size_t met = 0;
    const std::vector<std::uint64_t> tables = all_cases("better classes", 60);
    for (const std::uint64_t seed : tables) {
        SCOPED_TRACE(seed);
        const Problem problem = random_aggregates(seed, 9, anonymity(2 + seed % 2));
        const Outcome before = run_method("mdav", problem);
        const ProvenOutcome after =
            prove_aggregates(problem, before, find_mip_solver(), RunContext{});
        audited(problem, after.outcome);
        const double best = least_sse(problem);
        EXPECT_LE(after.outcome.loss, before.loss);
        EXPECT_GE(after.outcome.loss, best - 1e-9);
        EXPECT_LE(after.outcome.lower_bound.value(), best);
        EXPECT_EQ(after.replaced, after.outcome.loss < before.loss);
        met += after.outcome.loss <= best + 1e-6 ? 1U : 0U;
    }
    EXPECT_GE(met, tables.size() / 2);
}

TEST(ProveAggregates, SaysWhatItCouldNotDo) {
    const Problem problem =
        random_aggregates(5, 30, "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}");
    const ProvenOutcome after =
        prove_aggregates(problem, run_method("mdav", problem), find_mip_solver(), RunContext{});
    EXPECT_NE(after.note.find("count"), std::string::npos) << after.note;
}

}  // namespace
}  // namespace kanon::test
