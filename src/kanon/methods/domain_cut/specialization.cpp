// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/specialization.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/domain_cut/cut_outcome.hpp"

#include <algorithm>
#include <utility>

namespace kanon::domain_cut {
namespace {

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

}  // namespace

Specialization::Specialization(const Task& task, std::span<const OrderedDomain> domains)
    : task_(task),
      attributes_(domains.size()),
      groups_(task, domains),
      superset_(fails_for_good(task.models)) {
    for (std::size_t j = 0; j < domains.size(); ++j) {
        take(domains[j], j, j);
    }
    begin();
}

Specialization::Specialization(const Task& task,
                               std::span<const OrderedDomain> domains,
                               std::span<const std::size_t> places,
                               std::size_t attributes)
    : task_(task),
      attributes_(attributes),
      groups_(task, domains, places, attributes),
      superset_(fails_for_good(task.models)) {
    for (std::size_t j = 0; j < domains.size(); ++j) {
        take(domains[j], j, places[j]);
    }
}

/// Learn of an attribute that is here: the task's column, and its place among all.
void Specialization::take(const OrderedDomain& domain, std::size_t column, std::size_t place) {
    attributes_[place] = {.information = ClassInformation(task_, column, domain),
                          .tree = std::nullopt};
    if (!domain.by_number()) {
        attributes_[place]->tree.emplace(domain);
    }
}

/// Candidates for the values of the cuts from `first_value` on, where they have parts.
void Specialization::add_candidates(std::uint32_t first_value) {
    for (std::uint32_t value = first_value; value < groups_.values().size(); ++value) {
        Proposal candidate{.value = value};
        const CutValue& here = groups_.values()[value];
        if (attributes_[here.attribute] && !here.replaced && find_parts(candidate)) {
            groups_.plan(value, candidate.parts);
            candidates_.push_back(std::move(candidate));
        }
    }
}

bool Specialization::find_parts(Proposal& candidate) const {
    const CutValue& value = groups_.values()[candidate.value];
    const Attribute& attribute = attribute_of(value);
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
    const ClassInformation& information = attribute_of(value).information;
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
    candidate.gain = attribute_of(value).information.gain(value.run, candidate.parts);
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
                 .score = score(candidate, after),
                 .value = candidate.value};
}

/// The order of values whose specializations are of equal merit.
bool Specialization::goes_before(std::uint32_t a, std::uint32_t b) const {
    const CutValue& left = groups_.values()[a];
    const CutValue& right = groups_.values()[b];
    return std::pair(left.attribute, left.run.first) < std::pair(right.attribute, right.run.first);
}

std::optional<Merit> Specialization::best() {
    std::optional<Merit> most;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const std::optional<Merit> here = merit(candidates_[i]);
        if (here &&
            (!most || here->in_turn() > most->in_turn() ||
             (here->in_turn() == most->in_turn() && goes_before(here->value, most->value)))) {
            most = here;
            best_ = i;
        }
    }
    return most;
}

void Specialization::carry_out() {
    KANON_CHECK(best_ < candidates_.size() && !candidates_[best_].dead);
    candidates_[best_].dead = true;
    const auto first_new = static_cast<std::uint32_t>(groups_.values().size());
    groups_.specialize(candidates_[best_].value);
    std::erase_if(candidates_, [](const Proposal& candidate) { return candidate.dead; });
    add_candidates(first_new);
    ++steps_;
}

void Specialization::carry_out_as_told(std::uint32_t value,
                                       std::uint32_t parts,
                                       std::span<const std::uint32_t> part_of_type) {
    KANON_CHECK(!attributes_[groups_.values()[value].attribute]);
    groups_.specialize_as_told(value, parts, part_of_type);
    std::erase_if(candidates_, [](const Proposal& candidate) { return candidate.dead; });
    ++steps_;
}

bool Specialization::step() {
    if (!best()) {
        return false;
    }
    carry_out();
    return true;
}

}  // namespace kanon::domain_cut
