// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// Cost of starring cells of one row, in whole units, so that equal sums are equal.
using StarCost = std::uint64_t;

/// Which of two patterns of equal cost comes first.
enum class TieOrder {
    last,  ///< the one that stars later attributes: ascending, the last attribute as lowest bit
    first  ///< the one that stars earlier attributes: ascending, the first attribute as lowest bit
};

/// What patterns cost under the task's objective. `stars`: the weights of the starred
/// attributes. `gcp`: the same, but an attribute of one value loses nothing when it is starred.
/// \pre the objective is one of the two, and there are at most kMostPatternAttributes attributes
class PatternCosts {
public:
    explicit PatternCosts(const Task& task);

    /// Cost of a row that is released with this pattern. Whole weights give whole multiples of one
    /// unit; other weights are rounded to 40 bits of the greatest.
    [[nodiscard]] StarCost of(Pattern pattern) const;

    [[nodiscard]] std::size_t attribute_count() const { return units_.size(); }

    /// The objective's value for `stars[j]` rows that star attribute j, not rounded.
    [[nodiscard]] double loss(std::span<const std::uint64_t> stars) const;

    /// The objective's value for rows that cost so much, up to the rounding of odd weights.
    [[nodiscard]] double loss_of(StarCost cost) const;

private:
    std::vector<StarCost> units_;
    std::vector<double> weights_;
    double whole_ = 1;
    double scale_ = 1;  ///< units of a weight of 1
};

/// The patterns in order of cost. Cost O(p (m + log p)).
void sort_by_cost(std::vector<Pattern>& patterns, const PatternCosts& costs, TieOrder order);

}  // namespace kanon::cell_suppression
