// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/box_budget.hpp"

#include <algorithm>

namespace kanon::full_domain {

Cost least_cost(const BarrenNodes& nodes, const LevelTables& tables, const Node& low, Cost cost) {
    cost += nodes.starred;
    for (std::size_t j = 0; j < low.size(); ++j) {
        cost -= nodes.released[tables.level_offset(j) + low[j]];
    }
    return cost;
}

BoxBudget::BoxBudget(
    const LevelTables& tables, const NodeBox& box, Cost cost, Cost floor, const BarrenNodes* cover)
    : tables_(tables), low_(box.low), cover_(cover), reach_(box.low) {
    const Cost least = cover == nullptr ? cost : least_cost(*cover, tables, box.low, cost);
    left_ = floor - std::min(floor, least);
    for (std::size_t j = 0; j < reach_.size(); ++j) {
        while (reach_[j] < box.high[j] && step(j, static_cast<Level>(reach_[j] + 1)) < left_) {
            ++reach_[j];
        }
    }
}

/// What the rows that are not lasting at the cover cost at a level.
Cost BoxBudget::above(std::size_t attribute, Level level) const {
    const Cost all = tables_.column_cost(attribute, level);
    return cover_ == nullptr ? all
                             : all - cover_->released[tables_.level_offset(attribute) + level];
}

bool BoxBudget::is_spent_by(std::span<const BarrenNodes* const> nodes) const {
    std::vector<std::vector<Cost>> slack(reach_.size());  // per level above that of the low corner
    for (std::size_t j = 0; j < reach_.size(); ++j) {
        for (unsigned level = low_[j] + 1U; level <= reach_[j]; ++level) {
            slack[j].push_back(step(j, static_cast<Level>(level)));
        }
    }
    const auto past = [&](const BarrenNodes& one, std::size_t j) {
        const auto first = static_cast<std::size_t>(one.high[j] - low_[j]);
        return std::span(slack[j]).subspan(std::min(first, slack[j].size()));
    };
    Cost sum = 0;
    for (const BarrenNodes* one : nodes) {
        Cost least = left_ - sum;
        for (std::size_t j = 0; j < reach_.size() && least > 0; ++j) {
            for (const Cost cost : past(*one, j)) {
                least = std::min(least, cost);
            }
        }
        for (std::size_t j = 0; j < reach_.size() && least > 0; ++j) {
            for (Cost& cost : past(*one, j)) {
                cost -= least;
            }
        }
        sum += least;
        if (sum >= left_) {
            return true;
        }
    }
    return false;
}

}  // namespace kanon::full_domain
