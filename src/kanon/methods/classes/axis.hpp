// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/cell_loss.hpp"
#include "kanon/release/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace kanon::classes {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The place of a value on its attribute's axis.
using Place = std::uint32_t;

/// Least and greatest place of a class on an axis.
struct Extent {
    Place low = 0;
    Place high = 0;
};

/// One attribute laid out on a line so that what a class is released as follows from its extent
/// alone: by code for ranges (missing last), in depth-first order of the leaves for hierarchies, in
/// which every label is a run of places.
///
/// An attribute is cut by ranges if the task recodes it by ranges and sets no bounds on its
/// levels; bounds speak of the hierarchy, so an attribute that has them is split by subtree.
class Axis {
public:
    /// `loss` is what classes are measured by.
    Axis(const QuasiIdentifier& attribute, const Dictionary& dictionary, CellLoss loss);

    [[nodiscard]] bool by_range() const { return by_range_; }

    [[nodiscard]] std::size_t size() const { return place_of_code_.size(); }

    [[nodiscard]] Place place_of(Code code) const { return place_of_code_[code]; }

    [[nodiscard]] const std::vector<Place>& places() const { return place_of_code_; }

    /// What a class of that extent is released as.
    [[nodiscard]] ReleasedValue released(Extent extent) const;

    /// What released(extent) loses, times the attribute's weight.
    [[nodiscard]] double loss(Extent extent) const {
        return by_range_ ? range_loss(extent) : loss_of_place_[level(extent)][extent.low];
    }

    /// Hierarchies: the level at which a class of that extent is released.
    [[nodiscard]] Level level(Extent extent) const {
        Level level = least_level_;
        while (runs_[level][extent.low] != runs_[level][extent.high]) {
            ++level;
        }
        return level;
    }

    /// The lowest level that may be released.
    [[nodiscard]] Level least_level() const { return least_level_; }

    /// True if the axis may still be split in a class of that extent.
    [[nodiscard]] bool divisible(Extent extent) const;

    /// True if released(extent) reads as a star.
    [[nodiscard]] bool starred(Extent extent) const;

    /// True if the place is that of the missing value on a range axis.
    [[nodiscard]] bool is_missing(Place place) const { return by_range_ && place == missing_; }

    /// Range axes: the number of a place that is not missing; the middle of those that an open end
    /// stands for.
    [[nodiscard]] double number(Place place) const {
        return lowest_[place] + (highest_[place] - lowest_[place]) / 2;
    }

    /// Range axes: greatest less least number; infinite if they are one.
    [[nodiscard]] double span() const { return span_; }

    /// For a hierarchy level: the number of the label over each place, ascending along the axis.
    [[nodiscard]] const std::vector<std::uint32_t>& runs(Level level) const { return runs_[level]; }

    /// Weighted loss that any released value of the code has at least, and that any released value
    /// has that covers another code too (infinite where there is none). By code.
    struct Floors {
        std::vector<double> alone;
        std::vector<double> shared;
    };

    [[nodiscard]] Floors floors() const;

    [[nodiscard]] double weight() const { return weight_; }

private:
    void take_numbers();
    void take_label_losses(CellLoss loss, Level level);

    /// As ncp(), which is asked far too often here to look at the dictionary.
    [[nodiscard]] double range_loss(Extent extent) const {
        if (extent.high == missing_) {
            return extent.low == missing_ ? 0 : weight_;
        }
        return weight_ * ((highest_[extent.high] - lowest_[extent.low]) / span_);
    }

    const Hierarchy* hierarchy_;
    const Dictionary* dictionary_;
    bool by_range_;
    double weight_;
    Level least_level_;
    Level greatest_level_;
    Place missing_;
    std::vector<Place> place_of_code_;
    std::vector<std::vector<std::uint32_t>> runs_;    ///< per level, per place
    std::vector<std::vector<double>> loss_of_place_;  ///< per level, per place: of the label
    // Range axes, per place that is not missing: its number, and at an open end of the column how
    // far that reaches among the numbers before coding.
    std::vector<double> lowest_;
    std::vector<double> highest_;
    double span_ = 0;  ///< greatest less least number; infinite if they are one
};

}  // namespace kanon::classes
