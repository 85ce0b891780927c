// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kanon {

/// What cells released as labels and as stars cost under the objectives gcp and lm, weighted, in
/// whole units, so that equal sums are equal. Losses that are fractions of small numbers, as those
/// of counted values are, are whole multiples of a unit; others are rounded to 36 bits of the
/// greatest weight. Cost O(labels of all levels), times some thousand to find the unit.
class LabelCosts {
public:
    explicit LabelCosts(const Task& task);

    /// Of the labels of an attribute's level; of its values, for level 0.
    [[nodiscard]] std::span<const cell_suppression::StarCost> labels(std::size_t attribute,
                                                                     Level level) const {
        return labels_[attribute][level];
    }

    [[nodiscard]] cell_suppression::StarCost star(std::size_t attribute) const {
        return stars_[attribute];
    }

    /// Of a suppressed row.
    [[nodiscard]] cell_suppression::StarCost row() const;

    /// The objective's value for a table that costs so much, and back; both up to rounding.
    [[nodiscard]] double loss_of(cell_suppression::StarCost cost) const;
    [[nodiscard]] cell_suppression::StarCost cost_of(double loss) const;

private:
    std::vector<std::vector<std::vector<cell_suppression::StarCost>>>
        labels_;                                     ///< per attribute, level
    std::vector<cell_suppression::StarCost> stars_;  ///< per attribute
    double whole_ = 1;  ///< what a table costs whose every cell loses 1
};

}  // namespace kanon
