// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/lattice.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace kanon {
namespace {

TEST(Lattice, RanksCountTheLastAttributeFastest) {
    const Lattice lattice({0, 1, 0}, {1, 3, 2});
    EXPECT_EQ(lattice.size(), 18U);
    EXPECT_EQ(lattice.attribute_count(), 3U);
    EXPECT_EQ(lattice.stride(0), 9U);
    EXPECT_EQ(lattice.stride(1), 3U);
    EXPECT_EQ(lattice.stride(2), 1U);
    EXPECT_EQ(lattice.rank(Node{0, 1, 1}), 1U);
    EXPECT_EQ(lattice.rank(lattice.bottom()), 0U);
    EXPECT_EQ(lattice.rank(lattice.top()), 17U);
}

TEST(Lattice, EveryRankComesBack) {
    const Lattice lattice({0, 1, 0}, {1, 3, 2});
    for (std::uint64_t rank = 0; rank < 18; ++rank) {
        const Node node = lattice.node(rank);
        EXPECT_EQ(lattice.rank(node), rank);
        EXPECT_TRUE(at_most(lattice.bottom(), node) && at_most(node, lattice.top()));
    }
}

TEST(Lattice, HasOneNodeWithoutAttributes) {
    const Lattice lattice({}, {});
    EXPECT_EQ(lattice.size(), 1U);
    EXPECT_EQ(lattice.rank(Node{}), 0U);
    EXPECT_TRUE(lattice.node(0).empty());
}

TEST(Lattice, SizeIsUnknownOnceItOverflows) {
    EXPECT_EQ(Lattice(Node(63, 0), Node(63, 1)).size(), std::uint64_t{1} << 63U);
    EXPECT_EQ(Lattice(Node(64, 0), Node(64, 1)).size(), std::nullopt);
    EXPECT_EQ(Lattice(Node(40, 0), Node(40, 9)).size(), std::nullopt);
    // One more attribute of a single level does not hide an overflow, nor make one.
    Node top(64, 1);
    top[0] = 0;
    EXPECT_EQ(Lattice(Node(64, 0), top).size(), std::uint64_t{1} << 63U);
}

TEST(Lattice, ReachesTheGreatestLevels) {
    const Lattice lattice(Node(7, 0), Node(7, 255));
    EXPECT_EQ(lattice.size(), std::uint64_t{1} << 56U);
    EXPECT_EQ(lattice.node(*lattice.size() - 1), Node(7, 255));
}

TEST(Lattice, NodesOfEveryHeightComeOnceAndInOrder) {
    for (const auto& [least, greatest] : {std::pair{Node{0, 0, 0}, Node{1, 3, 2}},
                                          std::pair{Node{1, 0, 2, 0}, Node{1, 2, 4, 1}},
                                          std::pair{Node{}, Node{}}}) {
        const Lattice lattice(least, greatest);
        std::map<unsigned, std::vector<Node>> expected;
        for (std::uint64_t rank = 0; rank < *lattice.size(); ++rank) {
            expected[height_of(lattice.node(rank))].push_back(lattice.node(rank));
        }
        for (unsigned height = 0; height <= height_of(greatest) + 1; ++height) {
            std::vector<Node> nodes;
            std::optional<Node> node = lattice.first_of_height(height);
            for (bool more = node.has_value(); more; more = lattice.next_of_height(*node)) {
                nodes.push_back(*node);
                ASSERT_LE(nodes.size(), *lattice.size());
            }
            EXPECT_EQ(nodes, expected[height]) << height;
        }
    }
}

TEST(Lattice, ContainsTheNodesWithinItsLevels) {
    const Lattice lattice(Node{1, 0}, Node{2, 3});
    EXPECT_TRUE(lattice.contains(Node{1, 3}));
    EXPECT_FALSE(lattice.contains(Node{0, 3}));
    EXPECT_FALSE(lattice.contains(Node{2, 4}));
}

TEST(Lattice, HeightAndOrder) {
    EXPECT_EQ(height_of(Node{1, 2, 255}), 258U);
    EXPECT_EQ(height_of(Node{}), 0U);
    EXPECT_TRUE(at_most(Node{1, 2}, Node{1, 3}));
    EXPECT_TRUE(at_most(Node{1, 2}, Node{1, 2}));
    EXPECT_FALSE(at_most(Node{1, 3}, Node{2, 2}));
}

}  // namespace
}  // namespace kanon
