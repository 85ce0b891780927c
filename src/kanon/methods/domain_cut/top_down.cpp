// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/top_down.hpp"

#include "kanon/methods/domain_cut/cut_outcome.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/domains/value_tree.hpp"
#include "kanon/methods/domain_cut/evaluate/class_information.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_groups.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::domain_cut {
namespace {

/// What is known of one attribute throughout the search.
struct Attribute {
    const OrderedDomain* domain = nullptr;
    ClassInformation information;
    std::optional<ValueTree> tree;  ///< none: cut by thresholds
};

/// A value that may be specialized.
struct Proposal {
    std::uint32_t value = 0;
    double gain = 0;
    bool beneficial = false;
    std::vector<RankRun> parts;
    std::vector<Rank> thresholds;  ///< by number: where to divide, best gain first
    std::size_t next = 0;          ///< the one taken; those before were invalid
    bool dead = false;             ///< never to be carried out
};

/// How well a candidate would do, the best greatest.
struct Merit {
    bool valid = false;
    std::uint64_t kept_rows = 0;  ///< rows that do not fail; counts where it is not valid
    double score = 0;

    [[nodiscard]] std::tuple<bool, std::uint64_t, double> in_turn() const {
        return {valid, kept_rows, score};
    }
};

/// The node of the tree that covers the run.
const ValueTree::Node& node_of(const ValueTree& tree, RankRun run) {
    std::uint32_t place = tree.leaf_of(run.first);
    while (tree.nodes()[place].run != run) {
        place = tree.nodes()[place].parent;
    }
    return tree.nodes()[place];
}

std::vector<RankRun> halves(RankRun run, Rank threshold) {
    return {{run.first, threshold - 1}, {threshold, run.last}};
}

class Specialization {
public:
    Specialization(const Task& task, std::span<const OrderedDomain> domains);

    /// Carry out the best specialization; false if there is none.
    bool step();

    /// True if the cuts keep the promises and release a row.
    [[nodiscard]] bool is_release() const { return is_release(groups_.facts()); }

    /// True if that there is no release follows from there being no valid specialization.
    [[nodiscard]] bool proves_none() const { return superset_; }

    [[nodiscard]] std::vector<DomainCut> cuts() const { return groups_.cuts(); }

    [[nodiscard]] std::uint64_t steps() const { return steps_; }

private:
    [[nodiscard]] bool is_release(const GroupFacts& facts) const {
        return facts.failing_rows <= task_.suppression_limit && facts.classes > 0;
    }

    void add_candidates(std::uint32_t first_value);
    [[nodiscard]] bool find_parts(Proposal& candidate) const;
    void order_thresholds(Proposal& candidate) const;
    void divide_at(Proposal& candidate, Rank threshold);
    bool next_threshold(Proposal& candidate);
    [[nodiscard]] double score(const Proposal& candidate, const GroupFacts& after) const;
    [[nodiscard]] std::optional<Merit> merit(Proposal& candidate);
    [[nodiscard]] bool goes_before(const Proposal& a, const Proposal& b) const;

    const Task& task_;
    std::vector<Attribute> attributes_;
    CutGroups groups_;
    std::vector<Proposal> candidates_;
    bool superset_;  ///< what fails now fails for good
    std::uint64_t steps_ = 0;
};

Specialization::Specialization(const Task& task, std::span<const OrderedDomain> domains)
    : task_(task), groups_(task, domains), superset_(fails_for_good(task.models)) {
    for (std::size_t j = 0; j < domains.size(); ++j) {
        attributes_.push_back({.domain = &domains[j],
                               .information = ClassInformation(task, j, domains[j]),
                               .tree = std::nullopt});
        if (!domains[j].by_number()) {
            attributes_.back().tree.emplace(domains[j]);
        }
    }
    add_candidates(0);
}

/// Candidates for the values of the cuts from `first_value` on, where they have parts.
void Specialization::add_candidates(std::uint32_t first_value) {
    for (std::uint32_t value = first_value; value < groups_.values().size(); ++value) {
        Proposal candidate{.value = value};
        if (!groups_.values()[value].replaced && find_parts(candidate)) {
            groups_.plan(value, candidate.parts);
            candidates_.push_back(std::move(candidate));
        }
    }
}

bool Specialization::find_parts(Proposal& candidate) const {
    const CutValue& value = groups_.values()[candidate.value];
    const Attribute& attribute = attributes_[value.attribute];
    candidate.beneficial = attribute.information.entropy(value.run) > 0;
    if (!attribute.tree) {
        order_thresholds(candidate);
        if (candidate.thresholds.empty()) {
            return false;
        }
        candidate.parts = halves(value.run, candidate.thresholds.front());
    } else {
        const ValueTree::Node& node = node_of(*attribute.tree, value.run);
        for (std::uint32_t child = 0; child < node.child_count; ++child) {
            candidate.parts.push_back(attribute.tree->nodes()[node.first_child + child].run);
        }
    }
    candidate.gain = attribute.information.gain(value.run, candidate.parts);
    return !candidate.parts.empty();
}

/// All thresholds of a range, the greatest gain first, then the lowest threshold.
void Specialization::order_thresholds(Proposal& candidate) const {
    const CutValue& value = groups_.values()[candidate.value];
    const ClassInformation& information = attributes_[value.attribute].information;
    std::vector<std::pair<double, Rank>> gains;
    for (Rank rank = value.run.first + 1; rank <= value.run.last; ++rank) {
        gains.emplace_back(-information.gain(value.run, halves(value.run, rank)), rank);
    }
    std::sort(gains.begin(), gains.end());
    for (const auto& [gain, rank] : gains) {
        candidate.thresholds.push_back(rank);
    }
}

void Specialization::divide_at(Proposal& candidate, Rank threshold) {
    const CutValue& value = groups_.values()[candidate.value];
    candidate.parts = halves(value.run, threshold);
    candidate.gain = attributes_[value.attribute].information.gain(value.run, candidate.parts);
    groups_.plan(candidate.value, candidate.parts);
}

/// Move on to the next threshold that may be valid; false if there is none.
bool Specialization::next_threshold(Proposal& candidate) {
    if (candidate.next + 1 >= candidate.thresholds.size()) {
        return false;
    }
    const CutValue& value = groups_.values()[candidate.value];
    const std::uint64_t elsewhere = groups_.failing_elsewhere(candidate.value);
    const std::vector<std::uint64_t> failing = groups_.failing_by_threshold(candidate.value);
    for (std::size_t at = candidate.next + 1; at < candidate.thresholds.size(); ++at) {
        const Rank threshold = candidate.thresholds[at];
        if (elsewhere + failing[threshold - value.run.first - 1] <= task_.suppression_limit) {
            candidate.next = at;
            divide_at(candidate, threshold);
            return true;
        }
    }
    return false;
}

double Specialization::score(const Proposal& candidate, const GroupFacts& after) const {
    const std::uint64_t now =
        groups_.facts().classes > 0 ? groups_.facts().least_rows : task_.row_types().row_count();
    return now > after.least_rows ? candidate.gain / static_cast<double>(now - after.least_rows)
                                  : candidate.gain;
}

/// None: the candidate will not do now.
std::optional<Merit> Specialization::merit(Proposal& candidate) {
    const bool released = is_release();
    if (released && !candidate.beneficial) {
        candidate.dead = true;
        return std::nullopt;
    }
    GroupFacts after = groups_.facts_after(candidate.value);
    while (!is_release(after) && next_threshold(candidate)) {
        after = groups_.facts_after(candidate.value);
    }
    const bool valid = is_release(after);
    candidate.dead = !valid && superset_;
    if (!valid && (released || superset_)) {
        return std::nullopt;
    }
    return Merit{.valid = valid,
                 .kept_rows = valid ? 0 : task_.row_types().row_count() - after.failing_rows,
                 .score = score(candidate, after)};
}

/// The order of candidates of equal merit.
bool Specialization::goes_before(const Proposal& a, const Proposal& b) const {
    const CutValue& left = groups_.values()[a.value];
    const CutValue& right = groups_.values()[b.value];
    return std::pair(left.attribute, left.run.first) < std::pair(right.attribute, right.run.first);
}

bool Specialization::step() {
    Proposal* best = nullptr;
    Merit most;
    for (Proposal& candidate : candidates_) {
        const std::optional<Merit> here = merit(candidate);
        if (here && (best == nullptr || here->in_turn() > most.in_turn() ||
                     (here->in_turn() == most.in_turn() && goes_before(candidate, *best)))) {
            best = &candidate;
            most = *here;
        }
    }
    if (best == nullptr) {
        return false;
    }
    best->dead = true;
    const auto first_new = static_cast<std::uint32_t>(groups_.values().size());
    groups_.specialize(best->value);
    std::erase_if(candidates_, [](const Proposal& candidate) { return candidate.dead; });
    add_candidates(first_new);
    ++steps_;
    return true;
}

class TopDown final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<OrderedDomain> domains = ordered_domains(task, DomainOrder::natural);
        Specialization search(task, domains);
        CutsFound found;
        bool more = true;
        while (more && !found.stopped) {
            found.stopped = search.steps() >= context.node_limit || context.should_stop();
            more = !found.stopped && search.step();
        }
        found.proven = search.proves_none();
        if (search.is_release()) {
            found.cuts = search.cuts();
        }
        Outcome outcome = outcome_of_cuts(task, domains, found, context);
        outcome.stats.emplace_back("specializations", static_cast<double>(search.steps()));
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Method> make_top_down(const OptionMap& /*options*/) {
    return std::make_unique<TopDown>();
}

}  // namespace kanon::domain_cut
