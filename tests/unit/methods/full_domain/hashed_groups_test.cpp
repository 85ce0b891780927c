// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/hashed_groups.hpp"

#include "kanon/methods/full_domain/bounds/joint_columns.hpp"

#include "all_nodes.hpp"
#include "support/problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace kanon::test {
namespace {

/// Never more than the node suppresses, and nearly always as many; by any way up.
TEST(HashedGroups, CountNoRowThatANodeReleases) {
    std::uint64_t same = 0;
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = draw_for_floor(seed, 4, 400);
        problem.suppression_limit = 400;
        AllNodes ground(problem);
        const full_domain::JointColumns columns(problem, ground.tables);
        const full_domain::HashedGroups types(
            problem, ground.tables, columns, ground.lattice.bottom());
        full_domain::HashedGroups groups(types);
        Random random(seed);
        const Node low = ground.lattice.node(random.below(ground.lattice.size().value()));
        groups.start(types, low);
        Node node = low;
        do {
            const full_domain::LastingRows found = groups.lasting_at(node);
            groups.raise(node);
            const full_domain::NodeFacts facts = ground.evaluator.facts(ground.base, node);
            ++compared;
            same += found.rows == facts.lasting_rows ? 1U : 0U;
            EXPECT_LE(found.rows, facts.lasting_rows);
            if (node == low) {
                EXPECT_LE(ground.columns(node) + found.spared, facts.cost);
            }
            const std::vector<Cost> released = groups.released_of_lasting(types);
            Cost at_low = 0;
            for (std::size_t j = 0; j < low.size(); ++j) {
                at_low += released[ground.tables.level_offset(j) + low[j]];
            }
            EXPECT_EQ(found.rows * ground.tables.row_cost() - at_low, found.spared);
            const std::size_t j = random.below(node.size());
            node[j] = std::min<Level>(static_cast<Level>(node[j] + 1), ground.lattice.top()[j]);
        } while (random.below(8) != 0);
    }
    EXPECT_GT(compared, 200U);
    EXPECT_GT(same * 20, compared * 19);
}

/// Of 120,000 numbers some two have the same hash. They are no group together: further up each is
/// alike with its neighbour, and no class is small.
TEST(HashedGroups, KeepGroupsOfTheSameHashApart) {
    constexpr std::uint32_t kNumbers = 120'000;
    std::string rows;
    for (std::uint32_t number = 0; number < kNumbers; ++number) {
        rows += std::to_string(number) + " left;" + std::to_string(number) + " right;";
    }
    const Problem problem =
        bound(table_of("number side", rows),
              "privacy: {k-anonymity: 4}\n"
              "attributes:\n"
              "  number: {role: quasi-identifying, hierarchy: {intervals: [2]}}\n"
              "  side: {role: quasi-identifying, hierarchy: flat}\n");
    const full_domain::LevelTables tables(problem);
    const full_domain::JointColumns columns(problem, tables);
    const full_domain::HashedGroups types(problem, tables, columns, {0, 0});
    std::vector<std::uint32_t> hashes;
    columns.find_hashes(columns.codes(0).width() == 1 ? 1 : 0, {0, 1}, hashes);
    ASSERT_EQ(hashes.size(), kNumbers);
    ASSERT_LT(std::unordered_set<std::uint32_t>(hashes.begin(), hashes.end()).size(), kNumbers);
    full_domain::HashedGroups groups(types);
    groups.start(types, {0, 0});
    groups.raise({0, 1});
    EXPECT_EQ(groups.lasting_at({1, 1}).rows, 0U);
}

}  // namespace
}  // namespace kanon::test
