// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::domain_cut {

/// The labels of a hierarchy as a tree of runs, for cuts that respect it: sets of nodes such that
/// each leaf is under exactly one.
///
/// Within the bounds on levels: the roots are the labels of the greatest level (one, unless it is
/// bounded), the leaves those of the least level. A node with one child is that child; so every
/// inner node has two children or more, and two nodes never cover the same values.
class ValueTree {
public:
    struct Node {
        RankRun run;
        std::uint32_t parent = 0;       ///< a root is its own
        std::uint32_t first_child = 0;  ///< children stand side by side, in order of ranks
        std::uint32_t child_count = 0;  ///< 0: a leaf
    };

    /// \pre `domain` is ordered by leaves. Cost O(values * levels).
    explicit ValueTree(const OrderedDomain& domain);

    /// Roots first, in order of ranks; every node after its parent.
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

    [[nodiscard]] std::size_t root_count() const { return root_count_; }

    /// The leaf over a rank.
    [[nodiscard]] std::uint32_t leaf_of(Rank rank) const { return leaf_of_rank_[rank]; }

private:
    std::vector<Node> nodes_;
    std::size_t root_count_ = 0;
    std::vector<std::uint32_t> leaf_of_rank_;
};

}  // namespace kanon::domain_cut
