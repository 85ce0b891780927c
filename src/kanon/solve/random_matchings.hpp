// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace kanon {

/// Splits regular bipartite graphs into perfect matchings at random, by random walks: an unmatched
/// node takes a random edge; whoever was matched there goes on with a random one of its others, and
/// so on to a node that is free; loops of the way are left out. (Goel, Kapralov, Khanna: Perfect
/// matchings in O(n log n) time in regular bipartite graphs, SIAM J. Comput. 2013; Wong, Mamoulis,
/// Cheung, SIGMOD 2010, draw what is released in this way.)
///
/// Node l of the left has the edges to[l * degree] .. to[(l + 1) * degree - 1]; each node of the
/// right is the end of `degree` edges. An edge may be there more than once.
class RandomMatchings {
public:
    RandomMatchings(std::vector<std::uint32_t>& to, std::uint32_t degree)
        : to_(to),
          degree_(degree),
          nodes_(to.size() / degree),
          chosen_(nodes_),
          choice_(nodes_),
          owner_(nodes_) {}

    /// Put the edges of each node in such an order that the first ones of all nodes are a perfect
    /// matching, so are the second ones, and so on, `count` in all. Which they are hangs on
    /// `random`, whose below(bound) is uniform in [0, bound). If one of all `degree` matchings is
    /// then taken, each as probably as the others, each edge has probability 1 / degree.
    /// Expected cost O(count n log n).
    template <class Source>
    void draw(std::uint32_t count, Source& random) {
        for (std::uint32_t drawn = 0; drawn < count && drawn + 1 < degree_; ++drawn) {
            draw_one(drawn, random);
        }
    }

private:
    static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

    template <class Source>
    void draw_one(std::uint32_t drawn, Source& random) {
        owner_.assign(nodes_, kFree);
        chosen_.assign(nodes_, kFree);
        for (std::uint32_t node = 0; node < nodes_; ++node) {
            walk(node, drawn, random);
            flip(node);
        }
        for (std::size_t node = 0; node < nodes_; ++node) {
            std::swap(to_[node * degree_ + drawn], to_[node * degree_ + chosen_[node]]);
        }
    }

    /// Note the last edge by which each node of the way was left; taken from the first one on they
    /// are a way without loops.
    template <class Source>
    void walk(std::uint32_t node, std::uint32_t drawn, Source& random) {
        while (node != kFree) {
            const bool is_matched = chosen_[node] != kFree;
            auto edge =
                static_cast<std::uint32_t>(drawn + random.below(degree_ - drawn - is_matched));
            edge += is_matched && edge >= chosen_[node] ? 1U : 0U;
            choice_[node] = edge;
            node = owner_[to_[node * degree_ + edge]];
        }
    }

    void flip(std::uint32_t node) {
        while (node != kFree) {
            chosen_[node] = choice_[node];
            std::uint32_t& owner = owner_[to_[node * degree_ + chosen_[node]]];
            std::swap(node, owner);
        }
    }

    std::vector<std::uint32_t>& to_;
    std::size_t degree_;
    std::size_t nodes_;
    std::vector<std::uint32_t> chosen_;  ///< per node of the left: its edge in the matching
    std::vector<std::uint32_t> choice_;  ///< by which the walk left it last
    std::vector<std::uint32_t> owner_;   ///< per node of the right: of the left, or kFree
};

}  // namespace kanon
