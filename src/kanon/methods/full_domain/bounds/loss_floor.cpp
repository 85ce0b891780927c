// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/loss_floor.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace kanon::full_domain {
namespace {

constexpr std::size_t kMostRowTypes = std::size_t{1} << 20U;
constexpr std::size_t kMostBarren = std::size_t{1} << 15U;
/// Boxes that take about as long as one question about a node.
constexpr std::uint64_t kBoxesPerNode = 64;
/// By so much more boxes grow in number with a column more to spend.
constexpr double kGrowth = 5;
/// Where less was used, that says nothing of what is left.
constexpr double kLeastShare = 1e-6;

bool costs_cells(Objective objective) {
    return objective == Objective::gcp || objective == Objective::lm ||
           objective == Objective::entropy || objective == Objective::loss;
}

}  // namespace

bool LossFloor::applies_to(const Task& task, const LevelTables& tables) {
    if (!costs_cells(task.objective) || task.row_types().size() > kMostRowTypes ||
        task.quasi_identifiers.empty()) {
        return false;
    }
    for (std::size_t j = 0; j < tables.attribute_count(); ++j) {
        if (tables.greatest_cost(j, task.lattice().top()[j]) > tables.star_cost(j)) {
            return false;
        }
    }
    return true;
}

LossFloor::LossFloor(const Task& task,
                     const LevelTables& tables,
                     std::function<double(std::uint64_t)> used)
    : tables_(tables),
      used_(std::move(used)),
      lattice_(task.lattice()),
      finder_(task, tables),
      column_(std::max<Cost>(
          1, tables.row_cost() * task.row_types().row_count() / task.quasi_identifiers.size())) {}

/// In nodes asked about.
std::uint64_t LossFloor::work() const {
    return asked() + boxes_ / kBoxesPerNode;
}

WorkBudget LossFloor::budget() const {
    const auto done = static_cast<double>(work());
    const double used = std::max(used_(work()), kLeastShare);
    return {.done = done, .left = done / used * std::max(0.0, 1 - used)};
}

/// How many boxes a box with so much to spend may come to, as a mere guess.
double LossFloor::fear(Cost left) const {
    return std::pow(kGrowth, static_cast<double>(left) / static_cast<double>(column_));
}

/// The same for the children that leads past barren nodes; 0: none does.
double LossFloor::fear_of(const BarrenNodes& nodes, const BoxBudget& budget) const {
    double sum = 0;
    for (std::size_t j = 0; j < nodes.high.size(); ++j) {
        if (nodes.high[j] < budget.reach()[j]) {
            sum += fear(budget.left() - budget.step(j, static_cast<Level>(nodes.high[j] + 1)));
        }
    }
    return sum;
}

/// Meet the barren nodes found since.
void LossFloor::meet(const Node& low, Known& known) const {
    for (; known.seen < barren_.size(); ++known.seen) {
        if (at_most(low, barren_[known.seen].high)) {
            known.met.push_back(known.seen);
        }
    }
}

/// Of the barren nodes that the whole box lies below, those that cost the most; null: none.
const BarrenNodes* LossFloor::cover_of(const NodeBox& box, Cost cost, const Known& known) const {
    const BarrenNodes* best = nullptr;
    Cost most = cost;
    for (const std::size_t index : known.met) {
        const BarrenNodes& nodes = barren_[index];
        if (nodes.feasible && at_most(box.high, nodes.high)) {
            const Cost least = least_cost(nodes, tables_, box.low, cost);
            if (least > most) {
                most = least;
                best = &nodes;
            }
        }
    }
    return best;
}

/// The nodes of which none in the box costs less than the floor; those that lead to fewest boxes
/// first, and to none alone.
std::vector<LossFloor::Use> LossFloor::uses_of(const NodeBox& box,
                                               Cost cost,
                                               const BoxBudget& budget,
                                               const Known& known) const {
    std::vector<Use> uses;
    for (const std::size_t index : known.met) {
        const BarrenNodes& nodes = barren_[index];
        if (nodes.feasible && least_cost(nodes, tables_, box.low, cost) < floor_) {
            continue;
        }
        uses.push_back({.fear = fear_of(nodes, budget), .index = index});
        if (uses.back().fear == 0) {
            return {uses.back()};
        }
    }
    std::ranges::stable_sort(uses, {}, &Use::fear);
    return uses;
}

/// True if no node of the box costs less than the floor; `cost` is that of all columns at its low
/// corner.
bool LossFloor::search(const NodeBox& box, Cost cost, const Known& parent) {
    ++boxes_;
    if (is_over()) {
        return false;
    }
    Known known{.met = {}, .seen = parent.seen};
    std::ranges::copy_if(parent.met, std::back_inserter(known.met), [&](std::size_t index) {
        return at_most(box.low, barren_[index].high);
    });
    meet(box.low, known);
    const BoxBudget budget(tables_, box, cost, floor_, cover_of(box, cost, known));
    return budget.left() == 0 || divide(box, cost, budget, std::move(known));
}

bool LossFloor::divide(const NodeBox& box, Cost cost, const BoxBudget& budget, Known known) {
    std::vector<Use> uses = uses_of(box, cost, budget, known);
    if (uses.empty()) {
        std::optional<BarrenNodes> found = finder_.find({.low = box.low,
                                                         .cost = cost,
                                                         .floor = floor_,
                                                         .reach = budget.reach(),
                                                         .furthest = lattice_.top()});
        if (!found || barren_.size() == kMostBarren) {
            return false;
        }
        barren_.push_back(*std::move(found));
        meet(box.low, known);
        uses.push_back({.fear = fear_of(barren_.back(), budget), .index = barren_.size() - 1});
    }
    std::vector<const BarrenNodes*> in_order;
    in_order.reserve(uses.size());
    for (const Use& use : uses) {
        in_order.push_back(&barren_[use.index]);
    }
    const BarrenNodes& nodes = *in_order.front();
    if (uses.front().fear == 0 || budget.is_spent_by(in_order)) {
        return true;
    }
    std::vector<std::pair<Cost, std::size_t>> children;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        if (nodes.high[j] < budget.reach()[j]) {
            const auto past = static_cast<Level>(nodes.high[j] + 1);
            children.emplace_back(tables_.column_cost(j, past) - tables_.column_cost(j, box.low[j]),
                                  j);
        }
    }
    std::ranges::sort(children, std::greater<>());  // the more a child has to spend, the less free
    NodeBox rest{.low = box.low, .high = budget.reach()};
    for (const auto& [more, j] : children) {
        NodeBox child = rest;
        child.low[j] = static_cast<Level>(nodes.high[j] + 1);
        if (!search(child, cost + more, known)) {
            return false;
        }
        meet(box.low, known);
        rest.high[j] = nodes.high[j];
    }
    return true;
}

bool LossFloor::holds(Cost floor) {
    floor_ = floor;
    const NodeBox all{.low = lattice_.bottom(), .high = lattice_.top()};
    Cost cost = 0;
    for (std::size_t j = 0; j < all.low.size(); ++j) {
        cost += tables_.column_cost(j, all.low[j]);
    }
    return search(all, cost, {});
}

Cost LossFloor::greatest(Cost cost, std::uint64_t parts) {
    const auto cost_of = [&](std::uint64_t part) {
        return cost / parts * part + cost % parts * part / parts;
    };
    std::uint64_t shown = 0;
    std::uint64_t failing = parts + 1;  // the least part that was not shown
    while (shown + 1 < failing && !is_over()) {
        const std::uint64_t next = shown + std::min(parts_up(budget()), failing - shown - 1);
        (holds(cost_of(next)) ? shown : failing) = next;
    }
    return cost_of(shown);
}

}  // namespace kanon::full_domain
