// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/division/sampled_gains.hpp"
#include "kanon/methods/classes/division/split_gains.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/layout.hpp"
#include "kanon/methods/classes/space/records.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::classes {

/// Divides classes; one per thread, shares the records with the others.
template <class Lane>
class Divider {
public:
    Divider(const Task& task,
            const std::vector<Axis>& axes,
            Records<Lane>& records,
            const Splitting& splitting)
        : axes_(axes),
          records_(records),
          asked_(splitting),
          splitting_(splitting),
          checker_(task),
          least_rows_(task.least_class_rows()),
          star_limit_(task.suppression_limit),
          may_go_on_(splitting.stars == StarredParts::go_on),
          bounds_(axes),
          part_bounds_(axes),
          layout_(records),
          gains_(axes, records),
          sampled_(task, axes, records) {}

    /// Rearrange the records of a class into two or more classes that hold, if that can be done.
    /// Where a class starred throughout cannot be divided so, its parts that do not hold are put
    /// into `given_up` instead, as long as the limit allows.
    bool divide(Segment segment, std::vector<Segment>& children, std::vector<Segment>& given_up) {
        bounds_.measure(records_, segment);
        splitting_ = asked_.for_class(segment.size());
        may_go_on_ = splitting_.stars == StarredParts::go_on;
        if (bounds_.rows / 2 >= least_rows_ &&
            ((splitting_.rule == SplitRule::best && divide_best(segment)) ||
             divide_in_order(segment))) {
            layout_.list_parts(segment, children);
            return true;
        }
        return star_limit_ > 0 && starred() && give_up_some(segment, children, given_up);
    }

    /// As divide() a class that its marginals decide: the records of `by_axis[axis]` are its values
    /// on that axis, each with all of their rows. Returns the axis, whose records are rearranged;
    /// none if it cannot be divided.
    std::optional<std::size_t> divide_by_marginals(std::span<const Segment> by_axis,
                                                   std::vector<Segment>& children) {
        bounds_.measure_marginals(records_, by_axis);
        splitting_ = asked_.for_class(std::numeric_limits<std::size_t>::max());
        if (bounds_.rows / 2 < least_rows_) {
            return std::nullopt;
        }
        order_axes([&](std::size_t axis) { return by_axis[axis]; });
        for (const auto& [key, axis] : order_) {
            if (divide_along(by_axis[axis], axis)) {
                layout_.list_parts(by_axis[axis], children);
                return axis;
            }
        }
        return std::nullopt;
    }

    /// Rearrange the records by the labels of one level, whether or not the parts hold.
    void spread(Segment segment, std::size_t axis, Level level, std::vector<Segment>& children) {
        bounds_.measure(records_, segment);
        layout_.count(segment, axis, bounds_.extent(axis), &axes_[axis].runs(level));
        layout_.take_apart();
        layout_.scatter(segment);
        layout_.list_parts(segment, children);
    }

    /// True if some division was not carried out because a part would have stayed starred
    /// throughout.
    [[nodiscard]] bool withheld() const { return withheld_; }

    /// True if the class as it stands keeps every promise.
    bool holds(Segment segment) {
        bounds_.measure(records_, segment);
        const auto piece = types_of(segment);
        return checker_.holds(bounds_.rows, {&piece, 1});
    }

    /// What all rows of a class lose together, weighted.
    [[nodiscard]] double loss_of(Segment part) {
        part_bounds_.measure(records_, part);
        double of_row = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            of_row += axes_[axis].loss(part_bounds_.on(axis));
        }
        return static_cast<double>(part_bounds_.rows) * of_row;
    }

private:
    static constexpr std::size_t kMostTried = 64;  ///< divisions that may fail one after another

    /// Along the attribute that comes first, or else the next.
    bool divide_in_order(Segment segment) {
        order_axes([&](std::size_t) { return segment; });
        for (auto first = order_.begin(); first != order_.end();) {
            const auto last = std::find_if(
                first, order_.end(), [&](const auto& one) { return one.first != first->first; });
            if (divide_among(segment, std::span(first, last))) {
                return true;
            }
            first = last;
        }
        return false;
    }

    /// Along that of some axes after which the class loses least, the first of equals. Of a large
    /// class it would take too long to try them all: there the first that can be divided.
    bool divide_among(Segment segment, std::span<const std::pair<double, std::size_t>> equals) {
        const bool is_large = splitting_.by_name || segment.size() > kMostCompared;
        if (equals.size() == 1 || (is_large && splitting_.rule != SplitRule::least_loss)) {
            return std::ranges::any_of(
                equals, [&](const auto& one) { return divide_along(segment, one.second); });
        }
        double least = kInfinity;
        std::size_t chosen = axes_.size();
        for (const auto& [key, axis] : equals) {
            const double loss = divide_along(segment, axis) ? loss_of_parts(segment) : kInfinity;
            if (loss < least) {
                least = loss;
                chosen = axis;
            }
        }
        // Whatever was tried last, even in vain, has laid the records out anew.
        return chosen != axes_.size() &&
               (chosen == equals.back().second || divide_along(segment, chosen));
    }

    bool divide_along(Segment segment, std::size_t axis) {
        if (axes_[axis].by_set()) {
            return part(segment, axis);
        }
        return axes_[axis].by_range() ? cut(segment, axis) : branch(segment, axis);
    }

    /// What all rows lose with the parts as classes. \pre the records lie part by part.
    double loss_of_parts(Segment segment) {
        parts_.clear();
        layout_.list_parts(segment, parts_);
        double loss = 0;
        for (const Segment part : parts_) {
            loss += loss_of(part);
        }
        return loss;
    }

    /// By the division in two that gains most and whose sides hold.
    bool divide_best(Segment segment) {
        all_starred_ = starred();
        const auto may_be = [this](std::uint64_t rows, bool starred_throughout) {
            return checker_.rows_hold(rows) && (!starred_throughout || may_stay_starred(rows));
        };
        if (segment.size() >= kLeastSampled) {
            const std::optional<KeyedDivision> division = sampled_.best(segment, may_be);
            if (division && carry_out(segment, *division)) {
                return true;
            }
        }
        gains_.list(segment, bounds_, layout_, may_be, divisions_);
        for (std::size_t tried = 0; tried < kMostTried && !divisions_.empty(); ++tried) {
            std::pop_heap(divisions_.begin(), divisions_.end());
            const Division division = divisions_.back();
            divisions_.pop_back();
            if (carry_out(segment, division)) {
                return true;
            }
        }
        return false;
    }

    bool carry_out(Segment segment, const Division& division) {
        const Axis& axis = axes_[division.axis];
        const Extent extent = bounds_.extent(division.axis);
        if (axis.by_range()) {
            layout_.count(segment, division.axis, extent, nullptr);
            layout_.cut_before(division.slot);
        } else if (axis.by_set()) {
            layout_.count(segment, division.axis, extent, nullptr);
            layout_.set_apart(gains_.group(division));
        } else {
            layout_.count(segment, division.axis, extent, &axis.runs(division.level));
            layout_.set_apart(division.slot);
        }
        layout_.scatter(segment);
        return checker_.rows_decide() || all_parts_hold(segment);
    }

    /// A division that a sample speaks for; false if the class itself may not be divided so.
    bool carry_out(Segment segment, const KeyedDivision& division) {
        const Axis& axis = axes_[division.axis];
        const bool by_label = !axis.by_range() && !axis.by_set();
        layout_.count(segment,
                      division.axis,
                      bounds_.extent(division.axis),
                      by_label ? &axis.runs(division.level) : nullptr);
        apart_.clear();
        for (const std::uint32_t key : division.keys) {
            apart_.push_back(static_cast<std::uint32_t>(layout_.slot_of_key(key)));
        }
        const std::size_t others = layout_.slots().size() - apart_.size();
        if (axis.by_set() && !axis.is_listed(apart_.size()) && !axis.is_listed(others)) {
            return false;  // the sides might come out alike
        }
        if (axis.by_range()) {
            layout_.cut_before(apart_.front());
        } else {
            layout_.set_apart(apart_);
        }
        layout_.scatter(segment);
        return both_may_be(segment) && (checker_.rows_decide() || all_parts_hold(segment));
    }

    /// \pre the records lie part by part.
    bool both_may_be(Segment segment) {
        parts_.clear();
        layout_.list_parts(segment, parts_);
        return std::ranges::all_of(parts_, [&](Segment part) {
            part_bounds_.measure(records_, part);
            return checker_.rows_hold(part_bounds_.rows) &&
                   (!starred_throughout(axes_, part_bounds_.cover) ||
                    may_stay_starred(part_bounds_.rows));
        });
    }

    /// Axes that may be divided, by ascending keys and numbers: the first keys are to come first.
    template <class SegmentOf>
    void order_axes(SegmentOf segment_of) {
        order_.clear();
        all_starred_ = starred();
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Word* const cover = bounds_.on(axis);
            if (axes_[axis].divisible(cover)) {
                order_.emplace_back(key_of(segment_of(axis), axis), axis);
            }
        }
        std::sort(order_.begin(), order_.end());
    }

    double key_of(Segment segment, std::size_t axis) {
        switch (splitting_.rule) {
            case SplitRule::entropy:
                return -entropy(segment, axis);
            case SplitRule::least_loss:
                return 0;
            case SplitRule::widest:
            case SplitRule::best:
                break;
        }
        return -axes_[axis].loss(bounds_.on(axis));
    }

    /// Of the rows over their values, or over the children of the class's label, in nats.
    double entropy(Segment segment, std::size_t axis) {
        const Extent extent = bounds_.extent(axis);
        layout_.count(segment, axis, extent, runs_below(axis, extent));
        double entropy = 0;
        for (const Slot& slot : layout_.slots()) {
            const double share = static_cast<double>(slot.rows) / static_cast<double>(bounds_.rows);
            entropy -= share * std::log(share);
        }
        return entropy;
    }

    /// Of the level below that of the class; none for ranges and sets.
    [[nodiscard]] const std::vector<std::uint32_t>* runs_below(std::size_t axis,
                                                               Extent extent) const {
        const Axis& on = axes_[axis];
        return on.by_range() || on.by_set() ? nullptr
                                            : &on.runs(static_cast<Level>(on.level(extent) - 1));
    }

    /// True if the class last measured comes out starred in every attribute.
    [[nodiscard]] bool starred() const { return starred_throughout(axes_, bounds_.cover); }

    /// All rows of a class starred throughout are suppressed. At most one such class is open at a
    /// time: in any part that is split off some attribute is not starred. So it has the whole limit
    /// to itself, and may suppress the parts by one attribute that do not hold to save the others.
    bool give_up_some(Segment segment,
                      std::vector<Segment>& children,
                      std::vector<Segment>& given_up) {
        order_axes([&](std::size_t) { return segment; });
        for (const auto& [key, axis] : order_) {
            lay_apart(segment, axis);
            layout_.list_parts(segment, children);
            const auto failing = std::stable_partition(
                children.begin(), children.end(), [this](Segment part) { return holds(part); });
            std::uint64_t rows = 0;
            for (auto part = failing; part != children.end(); ++part) {
                bounds_.measure(records_, *part);
                rows += bounds_.rows;
            }
            bounds_.measure(records_, segment);
            if (failing != children.begin() && rows <= star_limit_) {
                given_up.assign(failing, children.end());
                children.erase(failing, children.end());
                return true;
            }
            children.clear();
        }
        return false;
    }

    /// Lay the records out by the children of the class's label, its values, or its numbers and
    /// what is missing. \pre the class is starred on the axis.
    void lay_apart(Segment segment, std::size_t axis) {
        const Extent extent = bounds_.extent(axis);
        layout_.count(segment, axis, extent, runs_below(axis, extent));
        if (axes_[axis].by_range()) {
            layout_.cut_before(layout_.slots().size() - 1);
        } else {
            layout_.take_apart();
        }
        layout_.scatter(segment);
    }

    [[nodiscard]] std::span<const std::uint32_t> types_of(Segment segment) const {
        return std::span(records_.types).subspan(segment.begin, segment.size());
    }

    /// A part that stays fully starred counts as suppressed, unless it can be divided further.
    [[nodiscard]] bool may_stay_starred(std::uint64_t rows) {
        const bool may =
            !all_starred_ || rows <= star_limit_ || (may_go_on_ && rows / 2 >= least_rows_);
        withheld_ |= !may;
        return may;
    }

    /// Cut a range axis in two.
    bool cut(Segment segment, std::size_t axis) {
        layout_.count(segment, axis, bounds_.extent(axis), nullptr);
        const std::vector<Slot>& slots = layout_.slots();
        const bool has_missing = axes_[axis].is_missing(slots.back().key);
        if (has_missing && cut_before(segment, slots.size() - 1)) {
            return true;
        }
        std::size_t median = 0;
        std::uint64_t below = 0;
        while (2 * (below + slots[median].rows) < bounds_.rows) {
            below += slots[median++].rows;
        }
        if (splitting_.relaxed && !axes_[axis].is_missing(slots[median].key) &&
            share_median(segment, median, has_missing)) {
            return true;
        }
        // The median may go to either side; the evener cut first, the lower side on a tie.
        const std::uint64_t with = below + slots[median].rows;
        const bool with_first = with <= bounds_.rows - below;
        const std::array<std::size_t, 2> cuts =
            with_first ? std::array{median + 1, median} : std::array{median, median + 1};
        return std::ranges::any_of(cuts, [&](std::size_t place) {
            const std::uint64_t rest = bounds_.rows - (place == median ? below : with);
            const bool inside = place > 0 && place < slots.size();
            return inside && (!has_missing || may_stay_starred(rest)) && cut_before(segment, place);
        });
    }

    /// Cut a range axis within the types that have one value: in the order of their places, where
    /// both sides come nearest to half of the rows, or as near to it as holds, by turns fewer and
    /// more.
    bool share_median(Segment segment, std::size_t median, bool has_missing) {
        const std::size_t types = layout_.slots()[median].types;
        layout_.cut_around(median);
        layout_.scatter(segment);
        Part lower = layout_.parts()[0];
        const std::size_t begin = segment.begin + lower.types;
        layout_.sort({begin, begin + types});
        while (lower.types < begin + types - segment.begin &&
               2 * lower.rows + records_.counts[segment.begin + lower.types] <= bounds_.rows) {
            lower.rows += records_.counts[segment.begin + lower.types++];
        }
        Part fewer = lower;
        Part more = lower;
        const std::size_t least = begin - segment.begin;
        for (std::size_t off = 0; off < std::min(types + 1, kMostTried); ++off) {
            if (cut_at(segment, fewer, has_missing) || cut_at(segment, more, has_missing)) {
                return true;
            }
            if (fewer.types > least) {
                fewer.rows -= records_.counts[segment.begin + --fewer.types];
            }
            if (more.types < least + types) {
                more.rows += records_.counts[segment.begin + more.types++];
            }
        }
        return false;
    }

    /// Make the records of `lower`, as they lie, one part and the others another; false if one does
    /// not hold. `upper_missing`: missing values are among the others.
    bool cut_at(Segment segment, Part lower, bool upper_missing) {
        const Part upper{segment.size() - lower.types, bounds_.rows - lower.rows};
        if (lower.types == 0 || upper.types == 0 || !checker_.rows_hold(lower.rows) ||
            !checker_.rows_hold(upper.rows) || (upper_missing && !may_stay_starred(upper.rows))) {
            return false;
        }
        layout_.take_parts(lower, upper);
        return checker_.rows_decide() || all_parts_hold(segment);
    }

    /// Make the slots before `place` one part and the others another; false if one does not hold.
    bool cut_before(Segment segment, std::size_t place) {
        layout_.cut_before(place);
        if (!checker_.rows_hold(layout_.parts()[0].rows) ||
            !checker_.rows_hold(layout_.parts()[1].rows)) {
            return false;
        }
        layout_.scatter(segment);
        return checker_.rows_decide() || all_parts_hold(segment);
    }

    /// Divide a set axis in two: the most frequent values up to half of the rows, and the others.
    /// No more than a set may have: of two sides that both have more nothing is gained by sets, and
    /// they might be released alike. Where that cannot be, and ranges are released of more values,
    /// in order.
    bool part(Segment segment, std::size_t axis) {
        layout_.count(segment, axis, bounds_.extent(axis), nullptr);
        return part_by_frequency(segment, axis) ||
               (axes_[axis].ranges_unlisted() && !axes_[axis].is_listed(layout_.slots().size()) &&
                part_in_order(segment, axis));
    }

    bool part_by_frequency(Segment segment, std::size_t axis) {
        frequent_slots(layout_.slots(), frequent_);
        const std::vector<Slot>& slots = layout_.slots();
        const std::size_t most = std::min(frequent_.size() - 1, axes_[axis].most_values());
        std::size_t count = 1;
        std::uint64_t rows = slots[frequent_[0]].rows;
        while (count < most && 2 * (rows + slots[frequent_[count]].rows) <= bounds_.rows) {
            rows += slots[frequent_[count++]].rows;
        }
        const std::uint64_t with =
            count < most ? rows + slots[frequent_[count]].rows : bounds_.rows;
        // The value at the middle may go to either side; the evener division first.
        count += with + rows < bounds_.rows ? 1 : 0;
        // Then the next to it, by turns fewer and more.
        for (std::size_t off = 0; off < std::min(most, kMostTried); ++off) {
            for (const std::size_t values : {count - std::min(off, count), count + off}) {
                if (values > 0 && values <= most &&
                    set_apart(segment, axis, std::span(frequent_).first(values))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Before the value at the middle of the rows, or else before the next to it by turns.
    bool part_in_order(Segment segment, std::size_t axis) {
        const std::vector<Slot>& slots = layout_.slots();
        std::size_t middle = 0;
        std::uint64_t below = 0;
        while (2 * (below + slots[middle].rows) <= bounds_.rows) {
            below += slots[middle++].rows;
        }
        for (std::size_t off = 0; off < std::min(slots.size(), kMostTried); ++off) {
            for (const std::size_t place : {middle - std::min(off, middle), middle + off}) {
                if (place > 0 && place < slots.size() && upper_may_be(axis, place) &&
                    cut_before(segment, place)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Of a set axis: false if the slots from a place on are starred and may not be.
    bool upper_may_be(std::size_t axis, std::size_t place) {
        const std::vector<Slot>& slots = layout_.slots();
        std::uint64_t rows = 0;
        for (std::size_t slot = place; slot < slots.size(); ++slot) {
            rows += slots[slot].rows;
        }
        const bool starred = !axes_[axis].is_listed(slots.size() - place) &&
                             !axes_[axis].is_text_range({slots[place].key, slots.back().key});
        return !starred || may_stay_starred(rows);
    }

    /// Make some slots one part and the others another; false if one does not hold.
    bool set_apart(Segment segment, std::size_t axis, std::span<const std::uint32_t> apart) {
        layout_.set_apart(apart);
        const std::uint64_t others = layout_.parts()[0].rows;
        if (!checker_.rows_hold(others) || !checker_.rows_hold(layout_.parts()[1].rows) ||
            (others_starred(axis, apart) && !may_stay_starred(others))) {
            return false;
        }
        layout_.scatter(segment);
        return checker_.rows_decide() || all_parts_hold(segment);
    }

    /// Of a set axis: true if the slots that are not set apart come out as a star.
    bool others_starred(std::size_t axis, std::span<const std::uint32_t> apart) {
        const std::vector<Slot>& slots = layout_.slots();
        if (axes_[axis].is_listed(slots.size() - apart.size())) {
            return false;
        }
        pooled_.assign(slots.size(), 0);
        for (const std::uint32_t slot : apart) {
            pooled_[slot] = 1;
        }
        const auto first = std::find(pooled_.begin(), pooled_.end(), 0) - pooled_.begin();
        const auto last = pooled_.rend() - std::find(pooled_.rbegin(), pooled_.rend(), 0) - 1;
        return !axes_[axis].is_text_range({slots[static_cast<std::size_t>(first)].key,
                                           slots[static_cast<std::size_t>(last)].key});
    }

    bool all_parts_hold(Segment segment) {
        std::size_t begin = segment.begin;
        for (const Part& part : layout_.parts()) {
            const auto piece = types_of({begin, begin + part.types});
            if (!checker_.holds(part.rows, {&piece, 1})) {
                return false;
            }
            begin += part.types;
        }
        return true;
    }

    /// Split a hierarchy axis into the children of the class's label. Children that do not hold
    /// are pooled and keep the label; the smallest others join them until the pool holds.
    bool branch(Segment segment, std::size_t axis) {
        const Extent extent = bounds_.extent(axis);
        layout_.count(segment, axis, extent, runs_below(axis, extent));
        pooled_.clear();
        for (const Slot& slot : layout_.slots()) {
            pooled_.push_back(checker_.rows_hold(slot.rows) ? 0 : 1);
        }
        if (std::find(pooled_.begin(), pooled_.end(), 0) == pooled_.end()) {
            return false;
        }
        pieces_.clear();
        if (!checker_.rows_decide()) {
            layout_.take_apart();
            layout_.scatter(segment);
            judge_slots(segment);
        }
        if (!fill_pool()) {
            return false;
        }
        layout_.pool(pooled_);
        layout_.scatter(segment);
        return true;
    }

    /// \pre the records lie slot by slot.
    void judge_slots(Segment segment) {
        std::size_t begin = segment.begin;
        for (std::size_t slot = 0; slot < layout_.slots().size(); ++slot) {
            const std::size_t end = begin + layout_.slots()[slot].types;
            pieces_.push_back(types_of({begin, end}));
            if (pooled_[slot] == 0 &&
                !checker_.holds(layout_.slots()[slot].rows, {&pieces_[slot], 1})) {
                pooled_[slot] = 1;
            }
            begin = end;
        }
    }

    /// Add slots to the pool until it holds; false if nothing but the pool is left.
    bool fill_pool() {
        std::uint64_t rows = 0;
        pool_pieces_.clear();
        by_rows_.clear();
        for (std::size_t slot = 0; slot < pooled_.size(); ++slot) {
            if (pooled_[slot] == 0) {
                by_rows_.emplace_back(layout_.slots()[slot].rows, slot);
                continue;
            }
            rows += layout_.slots()[slot].rows;
            add_piece(slot);
        }
        std::sort(by_rows_.begin(), by_rows_.end());
        std::size_t next = 0;
        while (rows > 0 && next < by_rows_.size() && !checker_.holds(rows, pool_pieces_)) {
            pooled_[by_rows_[next].second] = 1;
            rows += by_rows_[next].first;
            add_piece(by_rows_[next++].second);
        }
        return next < by_rows_.size() && (rows == 0 || may_stay_starred(rows));
    }

    void add_piece(std::size_t slot) {
        if (!checker_.rows_decide()) {
            pool_pieces_.push_back(pieces_[slot]);
        }
    }

    const std::vector<Axis>& axes_;
    Records<Lane>& records_;
    Splitting asked_;
    Splitting splitting_;  ///< of the class looked at
    ClassChecker checker_;
    std::uint64_t least_rows_;
    std::uint64_t star_limit_;
    bool may_go_on_;  ///< parts starred throughout may be divided further
    bool withheld_ = false;
    Bounds<Lane> bounds_;       ///< of the class looked at
    Bounds<Lane> part_bounds_;  ///< of a part of it
    bool all_starred_ = false;
    Layout<Lane> layout_;
    SplitGains<Lane> gains_;
    SampledGains<Lane> sampled_;
    std::vector<Division> divisions_;
    std::vector<std::pair<double, std::size_t>> order_;
    std::vector<Segment> parts_;
    std::vector<std::uint32_t> frequent_;
    std::vector<std::uint32_t> apart_;
    std::vector<std::uint8_t> pooled_;
    std::vector<std::pair<std::uint64_t, std::size_t>> by_rows_;
    std::vector<std::span<const std::uint32_t>> pieces_;
    std::vector<std::span<const std::uint32_t>> pool_pieces_;
};

}  // namespace kanon::classes
