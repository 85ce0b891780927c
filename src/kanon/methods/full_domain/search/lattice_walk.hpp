// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kanon::full_domain {

/// What a walk asks of the search that it is part of.
struct WalkGround {
    const Lattice& lattice;
    const NodeScorer& scorer;
    /// The score of a node if it keeps the promises.
    std::function<std::optional<NodeScore>(const Node&)> score;
    std::function<bool()> stopped;  ///< true once the walk is to end
    /// Every other move lowers one attribute and raises another: where few rows may be suppressed,
    /// hardly a node next to a good one keeps the promises.
    bool exchanges = false;
};

/// A walk over the lattice, step by step from node to neighbour. Memory: at most 2^16 scores of
/// nodes met.
class LatticeWalk {
public:
    LatticeWalk(WalkGround ground, std::uint64_t seed)
        : ground_(std::move(ground)), random_(seed) {}

    /// Simulated annealing from a node that keeps the promises: a random walk that grows choosy, as
    /// make_annealing() says.
    void anneal(const NodeScore& start, std::uint64_t steps);

    /// Lower the best node, or the top if there is none yet, by the best single level as long as
    /// that makes it better.
    void descend();

    /// The best node met.
    [[nodiscard]] const std::optional<NodeScore>& best() const { return best_; }

private:
    [[nodiscard]] bool shift(Node& node, std::size_t attribute, bool up) const;
    [[nodiscard]] std::optional<Node> draw_move(const Node& from);
    [[nodiscard]] const std::optional<NodeScore>& score_of(const Node& node);
    void step(double temperature, bool take_all);
    [[nodiscard]] bool lower_once();

    WalkGround ground_;
    Random random_;
    std::optional<NodeScore> best_;
    NodeScore here_;
    double value_ = 0;
    double changes_ = 0;  ///< sum of |d| over the moves taken
    std::uint64_t moves_ = 0;
    std::unordered_map<Node, std::optional<NodeScore>, NodeHash>
        scores_;  ///< none: breaks a promise
};

}  // namespace kanon::full_domain
