// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/near_members.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/starting_classes.hpp"
#include "kanon/methods/classes/space/near_left.hpp"
#include "kanon/methods/classes/space/near_parts.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

/// Rows of a number, a label of a tree, some values without a hierarchy, and a sensitive one.
Problem problem_of(std::uint64_t seed, std::uint64_t rows, const std::string& privacy) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        cells += i == 0 ? "" : "; ";
        cells += (random.below(30) == 0 ? "?" : std::to_string(random.below(90))) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(5))) + " ";
        cells += "v" + std::to_string(random.below(4)) + " ";
        cells += "w" + std::to_string(random.below(3)) + " ";
        cells += "x" + std::to_string(random.below(12)) + " ";
        cells += std::string(1, static_cast<char>('d' + random.below(2)));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying}\n"
        "  b: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
        "  c: {role: quasi-identifying}\n"
        "  d: {role: quasi-identifying, weight: 2}\n"
        "  e: {role: quasi-identifying}\n"
        "  s: {role: sensitive}\n"
        "missing: \"?\"\n"
        "privacy: " +
        privacy + "\n";
    return kanon::bind(test::table_of("a b c d e s", cells), parse_policy(policy, "p"), {});
}

std::vector<std::uint32_t> all_types(const TypeSpace& space) {
    std::vector<std::uint32_t> types(space.type_count());
    std::iota(types.begin(), types.end(), 0U);
    return types;
}

TypePartition grown(const Problem& problem, const std::vector<Axis>& axes, unsigned threads = 1) {
    return clustered_types(
        problem, TypeSpace(problem, axes), grow_near_members(problem), {.threads = threads});
}

TEST(NearLeft, FindsTheNearestOfThoseLeft) {
    const Problem problem = problem_of(1, 400, "{k-anonymity: 2}");
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    NearLeft left(space, all_types(space));
    Random random(7);
    for (int turn = 0; turn < 150; ++turn) {
        Cluster around = cluster_of(space, static_cast<std::uint32_t>(random.below(left.size())));
        if (turn % 2 == 1) {
            add_type(space, around, static_cast<std::uint32_t>(random.below(left.size())));
        }
        std::vector<RowCost> expected;
        for (std::uint32_t each = 0; each < left.size(); ++each) {
            if (left.is_left(each)) {
                expected.push_back(space.joined_cost(around.cover, left.type(each)));
            }
        }
        std::ranges::sort(expected);
        expected.resize(std::min<std::size_t>(expected.size(), 9));
        std::vector<RowCost> costs;
        std::uint32_t nearest = 0;
        for (const NearLeft::Found& found : left.near(around.cover, 9, left.size())) {
            nearest = costs.empty() ? found.turn : nearest;
            EXPECT_EQ(found.cost, space.joined_cost(around.cover, left.type(found.turn)));
            costs.push_back(found.cost);
        }
        ASSERT_EQ(costs, expected) << turn;
        left.take(nearest);
        left.take([&] {
            std::uint32_t other = 0;
            while (!left.is_left(other)) {
                ++other;
            }
            return other;
        }());
    }
    EXPECT_EQ(left.left(), left.size() - 300);
}

TEST(NearLeft, LooksAtNoMoreThanItIsToldOnceThereAreEnough) {
    const Problem problem = problem_of(2, 400, "{k-anonymity: 2}");
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    NearLeft left(space, all_types(space));
    const Cluster around = cluster_of(space, 0);
    EXPECT_EQ(left.near(around.cover, 1, 1).size(), 1U);
    EXPECT_LE(left.near(around.cover, 400, 30).size(), 60U);
}

TEST(NearParts, KeepEveryTypeAndTheirSize) {
    const Problem problem = problem_of(3, 300, "{k-anonymity: 2}");
    const std::vector<Axis> axes = make_axes(problem);
    const TypeSpace space(problem, axes);
    Random random(5);
    for (Random* const drawn : {static_cast<Random*>(nullptr), &random}) {
        std::vector<std::uint32_t> order = all_types(space);
        const std::vector<std::size_t> ends = order_near(space, order, 20, drawn);
        EXPECT_EQ(ends.back(), order.size());
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const std::size_t size = ends[i] - (i == 0 ? 0 : ends[i - 1]);
            EXPECT_GE(size, 1U);
            EXPECT_LE(size, 20U);
        }
        std::ranges::sort(order);
        EXPECT_EQ(order, all_types(space));
    }
}

TEST(NearMembers, ComeToClassesThatHoldAlikeForAnyThreads) {
    for (const std::string privacy : {"{k-anonymity: 2}",
                                      "{k-anonymity: 5}",
                                      "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}"}) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const Problem problem = problem_of(seed, 20 * seed, privacy);
            const std::vector<Axis> axes = make_axes(problem);
            const TypePartition one = grown(problem, axes);
            const TypePartition two = grown(problem, axes, 2);
            EXPECT_EQ(one.types, two.types) << privacy << seed;
            EXPECT_EQ(one.starts, two.starts) << privacy << seed;
            std::vector<std::uint32_t> types = one.types;
            std::ranges::sort(types);
            EXPECT_EQ(std::ranges::adjacent_find(types), types.end()) << privacy << seed;
            EXPECT_EQ(types.size(), problem.row_types().size()) << privacy << seed;
            for (std::size_t i = 0; i < one.class_count(); ++i) {
                EXPECT_EQ(one.failing[i], 0) << privacy << seed;
                EXPECT_GE(one.rows[i], problem.least_class_rows()) << privacy << seed;
            }
        }
    }
}

TEST(NearMembers, StoppedAtOnceComeToClassesThatHold) {
    for (const std::string privacy :
         {"{k-anonymity: 4}", "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}"}) {
        const Problem problem = problem_of(4, 300, privacy);
        const std::vector<Axis> axes = make_axes(problem);
        RunContext context;
        context.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
        const TypePartition stopped =
            clustered_types(problem, TypeSpace(problem, axes), grow_near_members(problem), context);
        EXPECT_TRUE(stopped.stopped);
        EXPECT_EQ(stopped.types.size(), problem.row_types().size());
        for (std::size_t i = 0; i < stopped.class_count(); ++i) {
            EXPECT_EQ(stopped.failing[i], 0) << privacy;
            EXPECT_GE(stopped.rows[i], problem.least_class_rows()) << privacy;
        }
        const double loss = loss_if_released(problem, axes, stopped, 1);
        EXPECT_LT(loss, 2 * loss_if_released(problem, axes, grown(problem, axes), 1)) << privacy;
    }
}

TEST(CellsLost, IsWhatTheRecodingLoses) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Problem problem = problem_of(seed, 40 * seed, "{k-anonymity: 4}");
        problem.suppression_limit = seed % 2 == 0 ? problem.data_rows() : 0;
        const std::vector<Axis> axes = make_axes(problem);
        TypePartition partition = grown(problem, axes);
        partition.failing.back() = seed % 3 == 0 ? 1 : 0;
        const LossFacts facts = recode_classes(problem, axes, partition, 1).facts;
        const double lost = cells_lost(problem, axes, partition, 1 + seed % 2);
        if (facts.suppressed_rows > problem.suppression_limit || facts.classes == 0) {
            EXPECT_EQ(lost, kInfinity) << seed;
        } else {
            EXPECT_NEAR(lost, facts.gcp, 1e-12) << seed;
        }
    }
}

TEST(NearMembers, SomeOfFewAreAll) {
    const Problem problem = problem_of(4, 300, "{k-anonymity: 4}");
    const std::vector<Axis> axes = make_axes(problem);
    EXPECT_EQ(some_near_types(TypeSpace(problem, axes), 1).size(), problem.row_types().size());
}

TEST(StartingClasses, LoseNoMoreThanEither) {
    std::size_t near = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Problem problem = problem_of(seed, 30 * seed, "{k-anonymity: 3}");
        const std::vector<Axis> axes = make_axes(problem);
        const double loss = loss_if_released(
            problem, axes, starting_classes(problem, TypeSpace(problem, axes), {}), 1);
        const double of_near = loss_if_released(problem, axes, grown(problem, axes), 1);
        const double divided = loss_if_released(
            problem, axes, divide_by_prospect(problem, axes, {.rule = SplitRule::best}, {}), 1);
        EXPECT_EQ(loss, of_near < 0.8 * divided ? of_near : divided) << seed;
        near += of_near < 0.8 * divided ? 1 : 0;
    }
    EXPECT_GT(near, 0U);
}

}  // namespace
}  // namespace kanon::classes
