// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/annealing.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/parts/lattice_scan.hpp"
#include "kanon/methods/parts/method_options.hpp"
#include "kanon/methods/parts/node_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostScores = std::size_t{1} << 16U;
/// Steps for each one of the walk that takes every allowed move.
constexpr std::uint64_t kStepsPerWarmUp = 20;
constexpr double kFinalCooling = 1e-3;

class Walk {
public:
    Walk(NodeSearch& search, std::uint64_t seed) : search_(search), random_(seed) {}

    /// Anneal from a node that keeps the promises; what is found is the search's best().
    void run(const NodeScore& start, std::uint64_t steps);

    /// Lower the best node while that lowers the score.
    void descend();

private:
    [[nodiscard]] std::optional<Node> draw_move(const Node& from);
    [[nodiscard]] const std::optional<NodeScore>& score_of(const Node& node);
    void step(double temperature, bool take_all);
    [[nodiscard]] bool lower_once();

    NodeSearch& search_;
    Random random_;
    NodeScore here_;
    double value_ = 0;
    double changes_ = 0;  ///< sum of |d| over the moves taken
    std::uint64_t moves_ = 0;
    std::unordered_map<Node, std::optional<NodeScore>, NodeHash>
        scores_;  ///< none: breaks a promise
};

/// A neighbour of the node, or none if the move drawn leaves the lattice.
std::optional<Node> Walk::draw_move(const Node& from) {
    if (from.empty()) {
        return std::nullopt;
    }
    const std::size_t j = random_.below(from.size());
    const bool up = random_.below(2) == 1;
    if (from[j] == (up ? search_.lattice().top() : search_.lattice().bottom())[j]) {
        return std::nullopt;
    }
    Node to = from;
    to[j] = static_cast<Level>(up ? to[j] + 1 : to[j] - 1);
    return to;
}

const std::optional<NodeScore>& Walk::score_of(const Node& node) {
    const auto found = scores_.find(node);
    if (found != scores_.end()) {
        return found->second;
    }
    if (scores_.size() == kMostScores) {
        scores_.clear();
    }
    std::optional<NodeScore> score = search_.check_score(node);
    return scores_.emplace(node, std::move(score)).first->second;
}

void Walk::step(double temperature, bool take_all) {
    const std::optional<Node> to = draw_move(here_.node);
    if (!to) {
        return;
    }
    const std::optional<NodeScore>& score = score_of(*to);
    if (!score) {
        return;
    }
    const double value = search_.scorer().value(*score);
    const double worse = value - value_;
    const double draw = random_.unit();
    if (take_all || worse <= 0 || (temperature > 0 && draw < std::exp(-worse / temperature))) {
        changes_ += std::abs(worse);
        ++moves_;
        here_ = *score;
        value_ = value;
    }
}

void Walk::run(const NodeScore& start, std::uint64_t steps) {
    here_ = start;
    value_ = search_.scorer().value(start);
    const std::uint64_t warm_up = steps / kStepsPerWarmUp;
    for (std::uint64_t done = 0; done < warm_up && !search_.stopped(); ++done) {
        step(0, true);
    }
    double temperature = moves_ > 0 ? changes_ / static_cast<double>(moves_) : 0;
    const std::uint64_t rest = steps - warm_up;
    const double cooling = std::pow(kFinalCooling, 1.0 / static_cast<double>(rest));
    for (std::uint64_t done = 0; done < rest && !search_.stopped(); ++done) {
        step(temperature, false);
        temperature *= cooling;
    }
}

bool Walk::lower_once() {
    const NodeScore from = *search_.best();
    Node node = from.node;
    for (std::size_t j = 0; j < node.size() && !search_.stopped(); ++j) {
        if (node[j] > search_.lattice().bottom()[j]) {
            --node[j];
            static_cast<void>(score_of(node));
            ++node[j];
        }
    }
    return *search_.best() < from;
}

void Walk::descend() {
    while (!search_.stopped() && lower_once()) {
    }
}

class Annealing final : public Method {
public:
    explicit Annealing(std::uint64_t steps) : steps_(steps) {}

    [[nodiscard]] Outcome run(const Problem& problem, const RunContext& context) const override {
        NodeSearch search(problem, context);
        std::optional<NodeScore> start;
        if (!search.stopped()) {
            start = search.check_score(search.lattice().top());
        }
        if (!start) {
            start = choose_beside_path("annealing", search);
        }
        if (start) {
            Walk walk(search, context.seed);
            walk.run(*start, steps_);
            walk.descend();
        }
        return search.finish(search.best(), Ending::feasible);
    }

private:
    std::uint64_t steps_;
};

}  // namespace

std::unique_ptr<Method> make_annealing(const OptionMap& options) {
    return std::make_unique<Annealing>(integer_option(options, kAnnealingOptions[0], 1));
}

}  // namespace kanon
