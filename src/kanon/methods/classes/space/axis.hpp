// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/class_cover.hpp"
#include "kanon/quality/cell_loss.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace kanon::classes {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One attribute laid out on a line so that what a class is released as follows from the places
/// that it covers: for ranges (by code, missing last) and hierarchies (in depth-first order of the
/// leaves, in which every label is a run of places) from its extent alone, for sets (by code,
/// missing last) from the places themselves.
///
/// An attribute is cut by ranges or recoded by sets if the task says so and sets no bounds on its
/// levels; bounds speak of the hierarchy, so an attribute that has them is split by subtree. A set
/// of more values than the task allows is released as the range of texts from its least to its
/// greatest, where the task has that (QuasiIdentifier::range_texts), and loses as much; else, and
/// where that range holds all values or the missing one is among them, as a star.
class Axis {
public:
    /// `loss` is what classes are measured by.
    Axis(const QuasiIdentifier& attribute, const Dictionary& dictionary, CellLoss loss);

    [[nodiscard]] bool by_range() const { return by_range_; }

    [[nodiscard]] bool by_set() const { return by_set_; }

    /// Words of what a class covers.
    [[nodiscard]] std::size_t words() const { return words_; }

    /// The class covers one place.
    void take(Word* cover, Place place) const {
        if (!by_set_) {
            *cover = word_of({place, place});
            return;
        }
        std::fill_n(cover, words_, Word{0});
        set_add(cover, place);
    }

    /// True if a place is one of the set, or within the extent.
    [[nodiscard]] bool covers(const Word* cover, Place place) const {
        if (by_set_) {
            return set_holds(cover, place) != 0;
        }
        return holds(extent_of(*cover), place);
    }

    /// The class covers one place more, if it did not.
    void widen(Word* cover, Place place) const {
        if (by_set_) {
            set_add(cover, place);
        } else {
            *cover = word_of(joined(extent_of(*cover), place));
        }
    }

    /// The class covers all that another does.
    void widen(Word* cover, const Word* other) const {
        if (by_set_) {
            set_join(cover, other, words_);
        } else {
            *cover = word_of(joined(extent_of(*cover), extent_of(*other)));
        }
    }

    [[nodiscard]] std::size_t size() const { return place_of_code_.size(); }

    [[nodiscard]] Place place_of(Code code) const { return place_of_code_[code]; }

    [[nodiscard]] const std::vector<Place>& places() const { return place_of_code_; }

    /// What a class of that extent is released as. \pre not by_set()
    [[nodiscard]] ReleasedValue released(Extent extent) const;

    /// What a class of that cover is released as; a set is added to the domain.
    [[nodiscard]] ReleasedValue released(const Word* cover, ReleasedDomain& domain) const;

    /// Appends words that are the same for covers that are released alike, and for no others of the
    /// axis.
    void append_released(const Word* cover, std::vector<Word>& out) const;

    /// What released(extent) loses, times the attribute's weight. \pre not by_set()
    [[nodiscard]] double loss(Extent extent) const {
        return by_range_ ? range_loss(extent) : loss_of_place_[level(extent)][extent.low];
    }

    /// What a class of that cover loses by being released, times the weight.
    [[nodiscard]] double loss(const Word* cover) const {
        if (!by_set_) {
            return loss(extent_of(*cover));
        }
        return is_listed(*cover) ? loss_of_count_[*cover]
                                 : loss_unlisted(set_extent(cover, words_));
    }

    /// Set axes: what it loses once it has one place more.
    [[nodiscard]] double loss_with(const Word* cover, Place place) const {
        const std::size_t count = *cover + 1 - set_holds(cover, place);
        return is_listed(count) ? loss_of_count_[count]
                                : loss_unlisted(joined(set_extent(cover, words_), place));
    }

    /// What a class of two places loses.
    [[nodiscard]] double pair_loss(Place a, Place b) const {
        return by_set_ ? loss_of_count_[a == b ? 1 : 2] : loss(a < b ? Extent{a, b} : Extent{b, a});
    }

    /// Set axes: what a class of so many places loses at least; just that, if they are listed.
    [[nodiscard]] double loss_of_count(std::size_t count) const { return loss_of_count_[count]; }

    /// Set axes: true if a class of so many places is released as their set, or the one value.
    [[nodiscard]] bool is_listed(std::size_t count) const {
        return count <= 1 || count <= most_values_;
    }

    /// Set axes: true if classes of more values than are listed may come out as ranges.
    [[nodiscard]] bool ranges_unlisted() const { return by_set_ && range_texts_; }

    /// Set axes: true if a class of that extent, and of more values than are listed, comes out as a
    /// range.
    [[nodiscard]] bool is_text_range(Extent extent) const {
        return range_texts_ && extent.high != missing_ &&
               extent.high - extent.low + std::size_t{1} < size();
    }

    /// Set axes: what such a class loses.
    [[nodiscard]] double loss_unlisted(Extent extent) const {
        return is_text_range(extent) ? loss_of_count_[extent.high - extent.low + std::size_t{1}]
                                     : loss_of_count_.back();
    }

    /// Hierarchies: the level at which a class of that extent is released.
    [[nodiscard]] Level level(Extent extent) const {
        if (extent.low >= extent.high) {
            return least_level_;
        }
        const auto span = extent.high - extent.low;
        const auto power = static_cast<std::size_t>(std::bit_width(span)) - 1;
        const Level* const from = meeting_.data() + power * size();
        return std::max(from[extent.low], from[extent.high - std::bit_floor(span)]);
    }

    /// Hierarchies: what a class loses, times the weight, that is released as the label over a
    /// place at each level from 0 on. By level, by place.
    [[nodiscard]] const std::vector<std::vector<double>>& losses_of_labels() const {
        return loss_of_place_;
    }

    /// The lowest level that may be released.
    [[nodiscard]] Level least_level() const { return least_level_; }

    /// True if the axis may still be split in a class of that cover.
    [[nodiscard]] bool divisible(const Word* cover) const;

    /// True if released(extent) reads as a star. \pre not by_set()
    [[nodiscard]] bool starred(Extent extent) const;

    /// True if a class of that cover reads as a star there.
    [[nodiscard]] bool starred(const Word* cover) const {
        if (!by_set_) {
            return starred(extent_of(*cover));
        }
        return !is_listed(*cover) && !is_text_range(set_extent(cover, words_));
    }

    /// Set axes: the most values that are listed, and fewer than there are.
    [[nodiscard]] std::size_t most_values() const { return most_values_; }

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
    void take_set_losses(CellLoss loss);
    void take_meeting_levels();

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
    bool by_set_;
    bool range_texts_;
    std::size_t words_;
    std::size_t most_values_;
    double weight_;
    Level least_level_;
    Level greatest_level_;
    Place missing_;
    std::vector<Place> place_of_code_;
    std::vector<std::vector<std::uint32_t>> runs_;    ///< per level, per place
    std::vector<std::vector<double>> loss_of_place_;  ///< per level, per place: of the label
    /// Per power of two, per place: the level at which it and as many places after it meet.
    std::vector<Level> meeting_;
    // Range axes, per place that is not missing: its number, and at an open end of the column how
    // far that reaches among the numbers before coding.
    std::vector<double> lowest_;
    std::vector<double> highest_;
    std::vector<double>
        loss_of_count_;  ///< set axes, per number of values; 0 is none, the last all
    double span_ = 0;    ///< greatest less least number; infinite if they are one
};

}  // namespace kanon::classes
