// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/type_space.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/clustering/near_members.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/space/alike_covers.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"
#include "kanon/methods/classes/space/cover_costs.hpp"
#include "kanon/methods/classes/space/near_parts.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

/// Axes of every kind: a long range with missing values and a short one, a long hierarchy, a tree,
/// sets of up to three values and of more than a class may list.
Problem long_axes_problem(std::uint64_t seed, std::uint64_t rows) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        cells += i == 0 ? "" : "; ";
        cells += (random.below(20) == 0 ? "?" : std::to_string(random.below(100'000))) + " ";
        cells += std::to_string(random.below(9)) + " ";
        cells += "z" + std::to_string(1000 + random.below(9000)) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(5))) + " ";
        cells += "v" + std::to_string(random.below(3)) + " ";
        cells += "w" + std::to_string(random.below(8));
    }
    return kanon::bind(
        test::table_of("a b c d e f", cells),
        parse_policy(
            "attributes:\n"
            "  a: {role: quasi-identifying, weight: 3}\n"
            "  b: {role: quasi-identifying}\n"
            "  c: {role: quasi-identifying, hierarchy: {mask: right}}\n"
            "  d: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
            "  e: {role: quasi-identifying}\n"
            "  f: {role: quasi-identifying}\n"
            "missing: \"?\"\n"
            "max-set-values: 3\n"
            "privacy: {k-anonymity: 2}\n",
            "p"),
        {});
}

/// A class of a few types.
Cluster drawn_class(const TypeSpace& space, Random& random) {
    Cluster out = cluster_of(space, static_cast<std::uint32_t>(random.below(space.type_count())));
    for (std::uint64_t more = random.below(6); more > 0; --more) {
        add_type(space, out, static_cast<std::uint32_t>(random.below(space.type_count())));
    }
    return out;
}

TEST(TypeSpace, IsTheSameForAnyThreads) {
    const Problem problem = long_axes_problem(1, 30'000);
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace one(problem, axes);
    const TypeSpace two(problem, axes, TypeSpace::kNoParts, 2);
    ASSERT_EQ(one.type_count(), two.type_count());
    for (std::uint32_t type = 0; type < one.type_count(); ++type) {
        ASSERT_EQ(one.number_in_task(type), two.number_in_task(type));
        ASSERT_EQ(one.rows(type), two.rows(type));
        ASSERT_TRUE(std::ranges::equal(one.places(type), two.places(type)));
    }
}

TEST(TypeSpace, CostsAreTheLossesOfTheAxes) {
    const Problem problem = long_axes_problem(2, 600);
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    EXPECT_NE(space.range_costs(0), nullptr);
    EXPECT_NE(space.extent_costs(1), nullptr);
    EXPECT_EQ(space.extent_costs(2), nullptr);
    Random random(3);
    for (int turn = 0; turn < 400; ++turn) {
        const Cluster drawn = drawn_class(space, random);
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const Word* const cover = drawn.cover.data() + space.start(axis);
            EXPECT_NEAR(space.cost(axis, cover), space.as_cost(axes[axis].loss(cover)), 1) << axis;
            const Place a = space.place(drawn.types.front(), axis);
            const Place b = space.place(drawn.types.back(), axis);
            EXPECT_NEAR(
                space.cost_of_pair(axis, a, b), space.as_cost(axes[axis].pair_loss(a, b)), 1)
                << axis;
        }
    }
}

TEST(CoverCosts, AreThoseOfTheSpace) {
    const Problem problem = long_axes_problem(4, 500);
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    CoverCosts costs(space);
    Random random(5);
    for (int turn = 0; turn < 300; ++turn) {
        const Cluster around = drawn_class(space, random);
        const Cluster other = drawn_class(space, random);
        costs.start(around.cover);
        RowCost least = std::numeric_limits<RowCost>::max();
        for (const std::uint32_t type : other.types) {
            const RowCost cost = space.joined_cost(around.cover, type);
            least = std::min(least, cost);
            EXPECT_EQ(costs.with(space.places(type).data()), cost);
            const auto enough = static_cast<RowCost>(random.below(TypeSpace::kWhole));
            const RowCost some = costs.with(space.places(type).data(), enough);
            EXPECT_TRUE(some == cost || (enough <= some && some < cost));
        }
        EXPECT_LE(costs.least_with(other.cover, std::numeric_limits<RowCost>::max()), least);
    }
}

TEST(AxisOrder, HasTheDearestFirst) {
    const Problem problem = long_axes_problem(6, 500);
    const std::vector<Axis> axes = make_axes(problem);
    const std::vector<std::size_t> order = axes_dearest_first(TypeSpace(problem, axes));
    EXPECT_EQ(order.front(), 0U);  // the one that weighs three times as much
    EXPECT_TRUE(std::ranges::is_permutation(order, std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}

TEST(FirstAlike, IsTheFirstThatReadsTheSame) {
    const Problem problem = long_axes_problem(7, 60);
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    Random random(8);
    std::vector<Cluster> drawn;
    drawn.reserve(400);
    for (int i = 0; i < 400; ++i) {
        drawn.push_back(drawn_class(space, random));
    }
    std::vector<std::span<const Word>> covers;
    std::map<std::vector<Word>, std::uint32_t> first_of;
    std::vector<std::uint32_t> expected;
    for (const Cluster& one : drawn) {
        std::vector<Word> words;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            axes[axis].append_released(one.cover.data() + space.start(axis), words);
        }
        covers.emplace_back(one.cover);
        const auto number = static_cast<std::uint32_t>(expected.size());
        expected.push_back(first_of.emplace(words, number).first->second);
    }
    ASSERT_LT(first_of.size(), drawn.size());
    for (const unsigned threads : {1U, 2U}) {
        EXPECT_EQ(first_alike(axes, covers, threads), expected);
    }
}

TEST(NearParts, OfManyTypesAreTheSameForAnyThreads) {
    const Problem problem = long_axes_problem(9, 40'000);
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    std::vector<std::uint32_t> all(space.type_count());
    std::iota(all.begin(), all.end(), 0U);
    for (const bool drawn : {false, true}) {
        std::array<std::vector<std::uint32_t>, 2> orders{all, all};
        std::array<std::vector<std::size_t>, 2> ends;
        for (unsigned threads = 1; threads <= 2; ++threads) {
            Random random(10);
            ends[threads - 1] =
                order_near(space, orders[threads - 1], 100, drawn ? &random : nullptr, threads);
        }
        EXPECT_EQ(orders[0], orders[1]);
        EXPECT_EQ(ends[0], ends[1]);
        EXPECT_EQ(ends[0].back(), all.size());
        EXPECT_TRUE(std::ranges::is_sorted(ends[0]));
        std::ranges::sort(orders[0]);
        EXPECT_EQ(orders[0], all);
    }
}

TEST(NearMembers, SomeOfManyAreFourParts) {
    const Problem problem = long_axes_problem(11, 90'000);
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    const std::vector<std::uint32_t> some = some_near_types(space, 2);
    EXPECT_EQ(some, some_near_types(space, 1));
    EXPECT_LT(some.size(), space.type_count() * 3 / 4);
    EXPECT_GT(some.size(), space.type_count() / 8);
    EXPECT_TRUE(std::ranges::is_sorted(some));
    EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
    EXPECT_LT(some.back(), problem.row_types().size());
}

}  // namespace
}  // namespace kanon::classes
