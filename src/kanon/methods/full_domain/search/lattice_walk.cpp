// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/lattice_walk.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kanon::full_domain {
namespace {

constexpr std::size_t kMostVisited = std::size_t{1} << 16U;
/// Steps for each one of the walk that takes every allowed move.
constexpr std::uint64_t kStepsPerWarmUp = 20;
constexpr double kFinalCooling = 1e-3;

}  // namespace

/// Raise or lower an attribute by a level; false if that leaves the lattice.
bool LatticeWalk::shift(Node& node, std::size_t attribute, bool up) const {
    const Node& end = up ? ground_.lattice.top() : ground_.lattice.bottom();
    if (node[attribute] == end[attribute]) {
        return false;
    }
    node[attribute] = static_cast<Level>(up ? node[attribute] + 1 : node[attribute] - 1);
    return true;
}

/// A neighbour of the node, or none if the move drawn leaves the lattice.
std::optional<Node> LatticeWalk::draw_move(const Node& from) {
    if (from.empty()) {
        return std::nullopt;
    }
    Node to = from;
    const bool exchange = ground_.exchanges && random_.below(2) == 1;
    const std::size_t j = random_.below(from.size());
    const bool up = exchange || random_.below(2) == 1;
    const bool inside =
        shift(to, j, up) && (!exchange || shift(to, random_.below(to.size()), false));
    return inside && to != from ? std::optional(std::move(to)) : std::nullopt;
}

const std::optional<NodeScore>& LatticeWalk::score_of(const Node& node) {
    const auto found = scores_.find(node);
    if (found != scores_.end()) {
        return found->second;
    }
    if (scores_.size() == kMostVisited) {
        scores_.clear();
    }
    std::optional<NodeScore> score = ground_.score(node);
    if (score && (!best_ || *score < *best_)) {
        best_ = score;
    }
    return scores_.emplace(node, std::move(score)).first->second;
}

void LatticeWalk::step(double temperature, bool take_all) {
    const std::optional<Node> to = draw_move(here_.node);
    if (!to) {
        return;
    }
    const std::optional<NodeScore>& score = score_of(*to);
    if (!score) {
        return;
    }
    const double value = ground_.scorer.value(*score);
    const double worse = value - value_;
    const double draw = random_.unit();
    if (take_all || worse <= 0 || (temperature > 0 && draw < std::exp(-worse / temperature))) {
        changes_ += std::abs(worse);
        ++moves_;
        here_ = *score;
        value_ = value;
    }
}

void LatticeWalk::anneal(const NodeScore& start, std::uint64_t steps) {
    if (!best_ || start < *best_) {
        best_ = start;
    }
    here_ = start;
    value_ = ground_.scorer.value(start);
    const std::uint64_t warm_up = steps / kStepsPerWarmUp;
    for (std::uint64_t done = 0; done < warm_up && !ground_.stopped(); ++done) {
        step(0, true);
    }
    double temperature = moves_ > 0 ? changes_ / static_cast<double>(moves_) : 0;
    const std::uint64_t rest = steps - warm_up;
    const double cooling = std::pow(kFinalCooling, 1.0 / static_cast<double>(rest));
    for (std::uint64_t done = 0; done < rest && !ground_.stopped(); ++done) {
        step(temperature, false);
        temperature *= cooling;
    }
}

/// Look at the nodes one level below the best one; true if one is better.
bool LatticeWalk::lower_once() {
    const std::optional<NodeScore> from = best_;
    Node node = from ? from->node : ground_.lattice.top();
    for (std::size_t j = 0; j < node.size() && !ground_.stopped(); ++j) {
        if (node[j] > ground_.lattice.bottom()[j]) {
            --node[j];
            static_cast<void>(score_of(node));
            ++node[j];
        }
    }
    return best_ && (!from || *best_ < *from);
}

void LatticeWalk::descend() {
    while (!ground_.stopped() && lower_once()) {
    }
}

}  // namespace kanon::full_domain
