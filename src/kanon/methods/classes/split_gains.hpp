// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/axis.hpp"
#include "kanon/methods/classes/layout.hpp"
#include "kanon/methods/classes/records.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace kanon::classes {

/// A class divided in two: a range axis cut before a slot, or one slot of a level against the rest.
struct Division {
    double gain = 0;           ///< loss of the class less that of the two, over all their rows
    std::uint64_t lesser = 0;  ///< rows of the smaller side
    std::size_t axis = 0;
    Level level = 0;  ///< of the slots, where the axis is a hierarchy
    std::size_t slot = 0;

    /// The one to be tried later: less gain, then less even, then behind.
    friend bool operator<(const Division& a, const Division& b) {
        return std::tuple(a.gain, a.lesser, b.axis, b.level, b.slot) <
               std::tuple(b.gain, b.lesser, a.axis, a.level, a.slot);
    }
};

/// Finds what every division of a class in two gains. The gain is exact: it counts what either side
/// would be released as on every axis, not on the divided one alone. One per thread.
template <class Lane>
class SplitGains {
public:
    SplitGains(const std::vector<Axis>& axes, const Records<Lane>& records)
        : axes_(axes), records_(records) {}

    /// Divisions of the segment both of whose sides may_be(rows, starred throughout), as a heap,
    /// the best on top. `bounds` are the segment's. Cost O(types m) time for each axis and level,
    /// and O(slots m) memory.
    template <class MayBe>
    void list(Segment segment,
              const Bounds<Lane>& bounds,
              Layout<Lane>& layout,
              MayBe may_be,
              std::vector<Division>& out) {
        out.clear();
        rows_ = bounds.rows;
        loss_ = static_cast<double>(rows_) * loss_of(bounds.low.data(), bounds.high.data());
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Extent extent = bounds.extent(axis);
            if (!axes_[axis].divisible(extent)) {
                continue;
            }
            if (axes_[axis].by_range()) {
                layout.count(segment, axis, extent, nullptr);
                measure(segment, layout);
                list_cuts(axis, layout.slots(), may_be, out);
                continue;
            }
            for (Level level = axes_[axis].level(extent); level > axes_[axis].least_level();) {
                --level;
                layout.count(segment, axis, extent, &axes_[axis].runs(level));
                measure(segment, layout);
                list_slots(axis, level, layout.slots(), may_be, out);
            }
        }
        std::make_heap(out.begin(), out.end());
    }

private:
    using Lanes = std::vector<Lane>;

    /// Weighted loss of a row of a class of these bounds.
    [[nodiscard]] double loss_of(const Lane* low, const Lane* high) const {
        double loss = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            loss += axes_[axis].loss({low[axis], high[axis]});
        }
        return loss;
    }

    [[nodiscard]] bool starred(const Lane* low, const Lane* high) const {
        std::size_t axis = 0;
        while (axis < axes_.size() && axes_[axis].starred({low[axis], high[axis]})) {
            ++axis;
        }
        return axis == axes_.size();
    }

    void widen(Lane* low, Lane* high, const Lane* by_low, const Lane* by_high) const {
        for (std::size_t c = 0; c < records_.stride; ++c) {
            low[c] = std::min(low[c], by_low[c]);
            high[c] = std::max(high[c], by_high[c]);
        }
    }

    /// Bounds of each slot, of those up to each slot, and of those from each slot on.
    void measure(Segment segment, const Layout<Lane>& layout) {
        const std::size_t stride = records_.stride;
        const std::size_t size = layout.slots().size() * stride;
        low_.assign(size, std::numeric_limits<Lane>::max());
        high_.assign(size, 0);
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            const std::size_t at = layout.slot_of(i) * stride;
            const Lane* lanes = records_.lanes.data() + i * stride;
            widen(low_.data() + at, high_.data() + at, lanes, lanes);
        }
        low_to_ = low_;
        high_to_ = high_;
        for (std::size_t at = stride; at < size; at += stride) {
            widen(&low_to_[at], &high_to_[at], &low_to_[at - stride], &high_to_[at - stride]);
        }
        low_from_ = low_;
        high_from_ = high_;
        for (std::size_t at = size - stride; at >= stride; at -= stride) {
            widen(
                &low_from_[at - stride], &high_from_[at - stride], &low_from_[at], &high_from_[at]);
        }
    }

    template <class MayBe>
    void list_cuts(std::size_t axis,
                   const std::vector<Slot>& slots,
                   MayBe may_be,
                   std::vector<Division>& out) const {
        std::uint64_t below = 0;
        for (std::size_t slot = 1; slot < slots.size(); ++slot) {
            below += slots[slot - 1].rows;
            const std::size_t at = slot * records_.stride;
            const std::size_t before = at - records_.stride;
            add({.axis = axis, .slot = slot},
                Side{below, &low_to_[before], &high_to_[before]},
                Side{rows_ - below, &low_from_[at], &high_from_[at]},
                may_be,
                out);
        }
    }

    template <class MayBe>
    void list_slots(std::size_t axis,
                    Level level,
                    const std::vector<Slot>& slots,
                    MayBe may_be,
                    std::vector<Division>& out) {
        const std::size_t stride = records_.stride;
        for (std::size_t slot = 0; slot < slots.size() && slots.size() > 1; ++slot) {
            const std::size_t at = slot * stride;
            rest_low_.assign(stride, std::numeric_limits<Lane>::max());
            rest_high_.assign(stride, 0);
            if (slot > 0) {
                widen(rest_low_.data(),
                      rest_high_.data(),
                      &low_to_[at - stride],
                      &high_to_[at - stride]);
            }
            if (slot + 1 < slots.size()) {
                widen(rest_low_.data(),
                      rest_high_.data(),
                      &low_from_[at + stride],
                      &high_from_[at + stride]);
            }
            add({.axis = axis, .level = level, .slot = slot},
                Side{slots[slot].rows, &low_[at], &high_[at]},
                Side{rows_ - slots[slot].rows, rest_low_.data(), rest_high_.data()},
                may_be,
                out);
        }
    }

    struct Side {
        std::uint64_t rows;
        const Lane* low;
        const Lane* high;
    };

    template <class MayBe>
    void add(Division division,
             const Side& one,
             const Side& other,
             MayBe may_be,
             std::vector<Division>& out) const {
        if (!may_be(one.rows, false) || !may_be(other.rows, false) ||
            !may_be(one.rows, starred(one.low, one.high)) ||
            !may_be(other.rows, starred(other.low, other.high))) {
            return;
        }
        division.lesser = std::min(one.rows, other.rows);
        division.gain = loss_ - static_cast<double>(one.rows) * loss_of(one.low, one.high) -
                        static_cast<double>(other.rows) * loss_of(other.low, other.high);
        out.push_back(division);
    }

    const std::vector<Axis>& axes_;
    const Records<Lane>& records_;
    std::uint64_t rows_ = 0;
    double loss_ = 0;  ///< of all rows of the class
    Lanes low_;
    Lanes high_;
    Lanes low_to_;
    Lanes high_to_;
    Lanes low_from_;
    Lanes high_from_;
    Lanes rest_low_;
    Lanes rest_high_;
};

}  // namespace kanon::classes
