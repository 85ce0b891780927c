// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/dual_bound.hpp"

#include <algorithm>
#include <utility>

namespace kanon::cell_suppression {
namespace {

using Cost = std::int64_t;

/// Rows that cost so much in a class, less what they pay.
using Offer = std::pair<Cost, std::uint64_t>;

/// The least cost of a class with enough of these rows, and at most so many of each offer.
Cost least_cost(std::vector<Offer>& offers, std::uint64_t least_rows) {
    std::sort(offers.begin(), offers.end());
    Cost cost = 0;
    std::uint64_t taken = 0;
    for (const auto& [each, rows] : offers) {
        const std::uint64_t lacking = taken < least_rows ? least_rows - taken : 0;
        const std::uint64_t use = each < 0 ? rows : std::min(rows, lacking);
        if (use == 0) {
            break;
        }
        cost += each * static_cast<Cost>(use);
        taken += use;
    }
    return cost;
}

std::size_t place_of(const AssignmentTask& task, std::uint32_t type) {
    const auto at = std::lower_bound(task.types.begin(), task.types.end(), type);
    return static_cast<std::size_t>(at - task.types.begin());
}

}  // namespace

DualBound dual_bound(const AssignmentTask& task, const RowPrices& prices) {
    DualBound out;
    const auto star_cost = static_cast<Cost>(task.star_cost);
    const bool starred = task.starred.most > 0;
    for (std::size_t i = 0; i < prices.size(); ++i) {
        const Cost paid = starred ? std::min(prices[i], star_cost) : prices[i];
        out.cost += paid * static_cast<Cost>(task.counts[task.types[i]]);
    }
    std::vector<Offer> offers;
    for (const std::uint32_t cell : task.classes) {
        offers.clear();
        for (const std::uint32_t type : task.cells->of(cell)) {
            const Cost price = prices[place_of(task, type)];
            offers.emplace_back(static_cast<Cost>(task.cells->costs[cell]) - price,
                                task.counts[type]);
        }
        const Cost cost = least_cost(offers, task.least_rows);
        out.cost += std::min<Cost>(cost, 0);
        out.if_used.push_back(std::max<Cost>(cost, 0));
    }
    return out;
}

}  // namespace kanon::cell_suppression
