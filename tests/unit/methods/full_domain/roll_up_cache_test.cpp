// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/roll_up_cache.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace kanon::test {
namespace {

Problem cached_problem() {
    Problem problem =
        random_problem({.rows = 3000, .attributes = 5, .values = 12, .starred_top = true}, 5);
    add_l_diversity(problem, "distinct", 2);
    problem.quasi_identifiers[1].least_level = 1;
    return problem;
}

void expect_same_facts(const full_domain::NodeFacts& one, const full_domain::NodeFacts& other) {
    EXPECT_EQ(one.suppressed_rows, other.suppressed_rows);
    EXPECT_EQ(one.groups, other.groups);
    EXPECT_EQ(one.classes, other.classes);
    EXPECT_EQ(one.squared_sizes, other.squared_sizes);
    EXPECT_EQ(one.cost, other.cost);
}

/// Every node, in two orders, over whatever the cache keeps, against straight from the row types.
TEST(RollUpCache, SaysTheSameWhateverItKeeps) {
    const Problem problem = cached_problem();
    const full_domain::LevelTables tables(problem);
    const Lattice lattice = problem.lattice();
    const full_domain::NodeGroups base =
        full_domain::groups_of_row_types(problem, tables, lattice.bottom());
    full_domain::NodeEvaluator evaluator(problem, tables);
    full_domain::RollUpCache roomy(problem, tables, base);
    full_domain::RollUpCache tight(problem, tables, base, 1);
    const std::uint64_t size = *lattice.size();
    for (std::uint64_t rank = 0; rank < size; ++rank) {
        const Node node = lattice.node(rank);
        const full_domain::NodeFacts facts = evaluator.facts(base, node);
        expect_same_facts(roomy.facts(node), facts);
        expect_same_facts(tight.facts(node), facts);
        const Node from_above = lattice.node(size - 1 - rank);
        expect_same_facts(tight.facts(from_above), evaluator.facts(base, from_above));
    }
    EXPECT_GT(roomy.rolled_up(), 0U);
    EXPECT_LT(roomy.rolled_up(), size);
}

TEST(RollUpCache, KeepsToItsLimit) {
    const Problem problem = cached_problem();
    const full_domain::LevelTables tables(problem);
    const Lattice lattice = problem.lattice();
    constexpr std::size_t kLimit = 200000;
    const full_domain::NodeGroups base =
        full_domain::groups_of_row_types(problem, tables, lattice.bottom());
    full_domain::RollUpCache cache(problem, tables, base, kLimit);
    bool dropped = false;
    std::size_t last = 0;
    for (std::uint64_t rank = 0; rank < *lattice.size(); ++rank) {
        static_cast<void>(cache.facts(lattice.node(rank)));
        EXPECT_LE(cache.bytes(), kLimit);
        dropped = dropped || cache.bytes() < last;
        last = cache.bytes();
    }
    EXPECT_TRUE(dropped);
}

}  // namespace
}  // namespace kanon::test
