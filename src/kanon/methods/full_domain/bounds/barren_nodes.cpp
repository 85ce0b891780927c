// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/barren_nodes.hpp"

#include <algorithm>

namespace kanon::full_domain {

BarrenFinder::BarrenFinder(const Task& task, const LevelTables& tables)
    : task_(task),
      tables_(tables),
      columns_(task, tables),
      row_types_(task, tables, columns_, task.lattice().bottom()),
      groups_(row_types_) {}

/// True if no node from the low one to this one costs less than the floor.
bool BarrenFinder::holds(const Quest& quest, const Node& node) {
    ++asked_;
    lasting_ = groups_.lasting_at(node);
    return lasting_.rows > task_.suppression_limit || quest.cost + lasting_.spared >= quest.floor;
}

/// Raise as many of the attributes as may be, the first ones first, to where they reach.
void BarrenFinder::raise_block(const Quest& quest,
                               const std::vector<std::size_t>& attributes,
                               const Node& reach) {
    const auto raised = [&](std::size_t count) {
        Node node = groups_.node();
        for (std::size_t i = 0; i < count; ++i) {
            node[attributes[i]] = reach[attributes[i]];
        }
        return node;
    };
    std::size_t most = 0;
    std::size_t failing = attributes.size() + 1;
    while (most + 1 < failing) {
        const std::size_t middle = (most + failing) / 2;
        (holds(quest, raised(middle)) ? most : failing) = middle;
    }
    if (most > 0) {
        groups_.raise(raised(most));
    }
    for (std::size_t i = most; i < attributes.size(); ++i) {
        climb(quest, attributes[i], reach[attributes[i]]);
    }
}

/// Raise one attribute as far as may be: to the most, or level by level.
void BarrenFinder::climb(const Quest& quest, std::size_t attribute, Level most) {
    Node node = groups_.node();
    Level level = most;
    while (groups_.node()[attribute] < most) {
        node[attribute] = level;
        const bool held = holds(quest, node);
        if (held) {
            groups_.raise(node);
        } else if (level != most) {
            return;
        }
        level = static_cast<Level>(groups_.node()[attribute] + 1);
        if (level == most) {
            return;  // known not to hold
        }
    }
}

std::optional<BarrenNodes> BarrenFinder::find(const Quest& quest) {
    groups_.start(row_types_, quest.low);
    if (!holds(quest, quest.low)) {
        return std::nullopt;
    }
    std::vector<std::size_t> attributes;
    for (std::size_t j = 0; j < quest.low.size(); ++j) {
        if (quest.reach[j] > quest.low[j]) {
            attributes.push_back(j);
        }
    }
    const auto step = [&](std::size_t j) {
        return tables_.column_cost(j, static_cast<Level>(quest.low[j] + 1)) -
               tables_.column_cost(j, quest.low[j]);
    };
    std::ranges::stable_sort(attributes, {}, step);
    raise_block(quest, attributes, quest.reach);
    attributes.clear();
    for (std::size_t j = 0; j < quest.low.size(); ++j) {
        const Level level = groups_.node()[j];
        if (level >= quest.reach[j] && level < quest.furthest[j]) {
            attributes.push_back(j);
        }
    }
    raise_block(quest, attributes, quest.furthest);
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
