// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bottom_up.hpp"

#include "kanon/methods/domain_cut/cut_outcome.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/domains/value_tree.hpp"
#include "kanon/methods/domain_cut/evaluate/class_information.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"
#include "kanon/methods/domain_cut/evaluate/merged_groups.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::domain_cut {
namespace {

/// A generalization whose values are all in the cuts.
struct Candidate {
    Generalization step;
    double loss = 0;  ///< InfoLoss
};

std::vector<RankRun> runs_of_children(const ValueTree& tree, std::uint32_t node) {
    std::vector<RankRun> runs;
    for (std::uint32_t child = 0; child < tree.nodes()[node].child_count; ++child) {
        runs.push_back(tree.nodes()[tree.nodes()[node].first_child + child].run);
    }
    return runs;
}

class Generalizing {
public:
    Generalizing(const Task& task,
                 std::span<const OrderedDomain> domains,
                 std::span<const ValueTree> trees);

    /// Carry out the best generalization; false if the cuts are the most general ones.
    bool step();

    [[nodiscard]] bool keeps_promises() const { return groups_.keeps_promises(); }

    [[nodiscard]] std::vector<DomainCut> cuts() const;

    [[nodiscard]] std::uint64_t steps() const { return steps_; }

    /// What is known of the class attribute once a root is divided into its children; 0 for a leaf.

private:
    void add_if_ready(const Generalization& step);
    [[nodiscard]] std::size_t choose();

    std::span<const ValueTree> trees_;
    std::vector<ClassInformation> information_;
    MergedGroups groups_;
    std::vector<std::vector<bool>> in_cut_;  ///< per attribute, per node
    std::vector<Candidate> candidates_;
    std::uint64_t steps_ = 0;
};

Generalizing::Generalizing(const Task& task,
                           std::span<const OrderedDomain> domains,
                           std::span<const ValueTree> trees)
    : trees_(trees), groups_(task, domains, trees) {
    for (std::size_t j = 0; j < trees.size(); ++j) {
        information_.emplace_back(task, j, domains[j]);
        std::vector<bool>& in_cut = in_cut_.emplace_back();
        for (const ValueTree::Node& node : trees[j].nodes()) {
            in_cut.push_back(node.child_count == 0);
        }
        for (std::uint32_t node = 0; node < trees[j].nodes().size(); ++node) {
            add_if_ready({.attribute = j, .node = node});
        }
    }
}

void Generalizing::add_if_ready(const Generalization& step) {
    const ValueTree& tree = trees_[step.attribute];
    const ValueTree::Node& node = tree.nodes()[step.node];
    bool ready = node.child_count > 0;
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        ready = ready && in_cut_[step.attribute][node.first_child + child];
    }
    if (ready) {
        const std::vector<RankRun> children = runs_of_children(tree, step.node);
        candidates_.push_back(
            {.step = step, .loss = information_[step.attribute].gain(node.run, children)});
    }
}

/// The place of the best candidate. \pre there is one.
std::size_t Generalizing::choose() {
    const std::vector<std::vector<std::uint64_t>> lowest = groups_.lowest_rows();
    // Compared in turn: not critical; IP, or InfoLoss; attribute; value.
    using Rating = std::tuple<bool, double, std::size_t, Rank>;
    std::optional<Rating> least;
    std::size_t best = 0;
    for (std::size_t at = 0; at < candidates_.size(); ++at) {
        const Candidate& candidate = candidates_[at];
        const std::uint64_t after = groups_.may_be_critical(candidate.step, lowest)
                                        ? groups_.anonymity_after(candidate.step)
                                        : groups_.anonymity();
        const bool critical = after > groups_.anonymity();
        const double loss = critical
                                ? candidate.loss / static_cast<double>(after - groups_.anonymity())
                                : candidate.loss;
        const std::size_t attribute = candidate.step.attribute;
        const Rank first = trees_[attribute].nodes()[candidate.step.node].run.first;
        const Rating rating{!critical, loss, attribute, first};
        if (!least || rating < *least) {
            least = rating;
            best = at;
        }
    }
    return best;
}

bool Generalizing::step() {
    if (candidates_.empty()) {
        return false;
    }
    const std::size_t best = choose();
    const Generalization chosen = candidates_[best].step;
    candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
    groups_.generalize(chosen);
    const ValueTree::Node& node = trees_[chosen.attribute].nodes()[chosen.node];
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        in_cut_[chosen.attribute][node.first_child + child] = false;
    }
    in_cut_[chosen.attribute][chosen.node] = true;
    if (node.parent != chosen.node) {
        add_if_ready({.attribute = chosen.attribute, .node = node.parent});
    }
    ++steps_;
    return true;
}

std::vector<DomainCut> Generalizing::cuts() const {
    std::vector<DomainCut> cuts(trees_.size());
    for (std::size_t j = 0; j < trees_.size(); ++j) {
        for (std::size_t node = 0; node < in_cut_[j].size(); ++node) {
            if (in_cut_[j][node]) {
                cuts[j].push_back(trees_[j].nodes()[node].run.first);
            }
        }
        std::sort(cuts[j].begin(), cuts[j].end());
    }
    return cuts;
}

class BottomUp final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<OrderedDomain> domains = ordered_domains(task, DomainOrder::leaves);
        const std::vector<ValueTree> trees(domains.begin(), domains.end());
        Generalizing search(task, domains, trees);
        CutsFound found;
        bool more = true;
        while (more && !found.stopped && !search.keeps_promises()) {
            found.stopped = search.steps() >= context.node_limit || context.should_stop();
            more = !found.stopped && search.step();
        }
        if (!found.stopped && search.keeps_promises()) {
            found.cuts = search.cuts();
        }
        found.proven = fails_for_good(task.models);
        Outcome outcome = outcome_of_cuts(task, domains, found, context);
        outcome.stats.emplace_back("generalizations", static_cast<double>(search.steps()));
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Method> make_bottom_up(const OptionMap& /*options*/) {
    return std::make_unique<BottomUp>();
}

}  // namespace kanon::domain_cut
