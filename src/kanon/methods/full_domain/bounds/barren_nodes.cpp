// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/barren_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::full_domain {

BarrenFinder::BarrenFinder(const Task& task, const LevelTables& tables)
    : task_(task),
      tables_(tables),
      columns_(task, tables),
      order_(task, tables),
      row_types_(task, tables, columns_, task.lattice().bottom()),
      groups_(row_types_) {}

/// True if no node from the low one to this one costs less than the floor.
bool BarrenFinder::holds(const Quest& quest, const Node& node) {
    ++asked_;
    lasting_ = groups_.lasting_at(node);
    return lasting_.rows > task_.suppression_limit || quest.cost + lasting_.spared >= quest.floor;
}

/// Raise as many of the first attributes as may be, `guess` of them at first. The groups are fewer
/// from then on, and questions about them cheaper. Returns how many.
std::size_t BarrenFinder::raise_first(const Quest& quest,
                                      const std::vector<std::size_t>& attributes,
                                      const Node& to,
                                      std::size_t guess) {
    std::size_t most = 0;
    std::size_t failing = attributes.size() + 1;
    for (std::size_t next = guess; most + 1 < failing; next = (most + failing) / 2) {
        Node node = groups_.node();
        for (std::size_t i = most; i < next; ++i) {
            node[attributes[i]] = to[attributes[i]];
        }
        if (holds(quest, node)) {
            groups_.raise(node);
            most = next;
        } else {
            failing = next;
        }
    }
    return most;
}

/// Raise attributes as far as may be: as many of the first ones as may be at once, of which a
/// `share` of all is a guess and the outcome, and each of the others as far as it goes.
void BarrenFinder::raise(const Quest& quest,
                         const std::vector<std::size_t>& attributes,
                         const Node& to,
                         double& share) {
    if (attributes.empty()) {
        return;
    }
    const auto all = static_cast<double>(attributes.size());
    const auto guess = static_cast<std::size_t>(std::clamp(std::round(share * all), 1.0, all));
    const std::size_t raised = raise_first(quest, attributes, to, guess);
    share = static_cast<double>(raised) / all;
    for (std::size_t i = raised; i < attributes.size(); ++i) {
        climb(quest, attributes[i], to[attributes[i]]);
    }
}

/// Raise one attribute level by level; most cannot be raised at all.
void BarrenFinder::climb(const Quest& quest, std::size_t attribute, Level most) {
    Node node = groups_.node();
    while (node[attribute] < most) {
        ++node[attribute];
        if (!holds(quest, node)) {
            return;
        }
        groups_.raise(node);
    }
}

std::optional<BarrenNodes> BarrenFinder::find(const Quest& quest) {
    groups_.start(row_types_, quest.low);
    const auto to_raise = [&](const Node& from, const Node& to) {
        std::vector<std::size_t> attributes;
        for (std::size_t j = 0; j < to.size(); ++j) {
            if (groups_.node()[j] >= from[j] && groups_.node()[j] < to[j]) {
                attributes.push_back(j);
            }
        }
        return attributes;
    };
    std::vector<std::size_t> attributes = to_raise(quest.low, quest.reach);
    order_.sort(attributes, quest.low, quest.low, quest.reach);
    raise(quest, attributes, quest.reach, within_reach_);
    if (groups_.node() == quest.low && !holds(quest, quest.low)) {
        return std::nullopt;
    }
    attributes = to_raise(quest.reach, quest.furthest);
    order_.sort(attributes, row_types_.node(), groups_.node(), quest.furthest);
    raise(quest, attributes, quest.furthest, beyond_);
    BarrenNodes found{.high = groups_.node()};
    (void)holds(quest, found.high);
    found.feasible = lasting_.rows <= task_.suppression_limit;
    if (found.feasible) {
        found.starred = lasting_.rows * tables_.row_cost();
        found.released = groups_.released_of_lasting(row_types_);
    }
    return found;
}

}  // namespace kanon::full_domain
