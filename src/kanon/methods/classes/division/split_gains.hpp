// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/layout.hpp"
#include "kanon/methods/classes/space/records.hpp"
#include "kanon/methods/classes/space/regions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

namespace kanon::classes {

/// A class divided in two: a range axis cut before a slot, one slot of a level against the rest, or
/// a group of slots of a set axis against the rest. Of a set axis one side is a set that may be
/// listed, or the sides are apart in order: so no class of one side is released as one of the
/// other.
struct Division {
    double gain = 0;           ///< loss of the class less that of the two, over all their rows
    std::uint64_t lesser = 0;  ///< rows of the smaller side
    std::size_t axis = 0;
    Level level = 0;       ///< of the slots, where the axis is a hierarchy
    std::size_t slot = 0;  ///< or the number of the group

    /// The one to be tried later: less gain, then less even, then behind.
    friend bool operator<(const Division& a, const Division& b) {
        return std::tuple(a.gain, a.lesser, b.axis, b.level, b.slot) <
               std::tuple(b.gain, b.lesser, a.axis, a.level, a.slot);
    }
};

/// Finds what every division of a class in two gains. The gain is exact: it counts what either side
/// would be released as on every axis, not on the divided one alone. One per thread.
///
/// Of a set axis not all groups are looked at: each value by itself; the most frequent ones, any
/// number of them; and groups grown from the value that gains most by the one that then gains most,
/// of kMostGrown values of the class at most. Where the class has too many values for a set and may
/// be a range, it is also cut in the order of the values.
template <class Lane>
class SplitGains {
public:
    SplitGains(const std::vector<Axis>& axes, const Records<Lane>& records)
        : axes_(axes), records_(records), space_(axes) {}

    /// Divisions of the segment both of whose sides may_be(rows, starred throughout), as a heap,
    /// the best on top. `bounds` are the segment's. Cost O(types m) time for each axis and level,
    /// and O(slots m) memory; for a set axis O(slots^2 m) time more.
    template <class MayBe>
    void list(Segment segment,
              const Bounds<Lane>& bounds,
              Layout<Lane>& layout,
              MayBe may_be,
              std::vector<Division>& out) {
        out.clear();
        group_starts_.assign(1, 0);
        group_slots_.clear();
        rows_ = bounds.rows;
        loss_ = static_cast<double>(rows_) * loss_of(bounds);
        pack(segment);
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Extent extent = bounds.extent(axis);
            if (!axes_[axis].divisible(bounds.on(axis))) {
                continue;
            }
            if (axes_[axis].by_range()) {
                layout.count(segment, axis, extent, nullptr);
                measure(segment, layout);
                take_order(layout.slots().size());
                list_cuts(axis, layout.slots(), may_be, out);
                continue;
            }
            if (axes_[axis].by_set()) {
                layout.count(segment, axis, extent, nullptr);
                measure(segment, layout);
                list_groups(axis, layout.slots(), may_be, out);
                continue;
            }
            for (Level level = axes_[axis].level(extent); level > axes_[axis].least_level();) {
                --level;
                layout.count(segment, axis, extent, &axes_[axis].runs(level));
                measure(segment, layout);
                take_order(layout.slots().size());
                list_slots({.axis = axis, .level = level}, layout.slots(), may_be, out);
            }
        }
        std::make_heap(out.begin(), out.end());
    }

    /// The slots that a division of a set axis sets apart.
    [[nodiscard]] std::span<const std::uint32_t> group(const Division& division) const {
        return std::span(group_slots_)
            .subspan(group_starts_[division.slot],
                     group_starts_[division.slot + 1] - group_starts_[division.slot]);
    }

private:
    static constexpr std::size_t kMostGrown = 64;

    struct Side {
        std::uint64_t rows;
        Region<Lane> region;
    };

    [[nodiscard]] double loss_of(const Bounds<Lane>& bounds) const {
        double loss = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            loss += axes_[axis].loss(bounds.on(axis));
        }
        return loss;
    }

    /// Pack the records of the segment, once for all axes.
    void pack(Segment segment) {
        const std::size_t stride = records_.stride;
        lanes_.resize(segment.size() * space_.stride());
        sets_.resize(segment.size() * space_.words());
        for (std::size_t i = 0; i < segment.size(); ++i) {
            space_.pack(records_.lanes.data() + (segment.begin + i) * stride,
                        lanes_.data() + i * space_.stride(),
                        sets_.data() + i * space_.words());
        }
    }

    /// What each slot covers. \pre the segment is packed
    void measure(Segment segment, const Layout<Lane>& layout) {
        slots_.clear(layout.slots().size());
        const Lane* lanes = lanes_.data();
        const Word* sets = sets_.data();
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            space_.widen(slots_[layout.slot_of(i)], lanes, sets);
            lanes += space_.stride();
            sets += space_.words();
        }
    }

    /// What the slots up to each one cover, and those from each one on, as they are.
    void take_order(std::size_t count) {
        order_.resize(count);
        std::iota(order_.begin(), order_.end(), 0U);
        accumulate();
    }

    /// The same in an order.
    void accumulate() {
        const std::size_t count = order_.size();
        to_.resize(count);
        from_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            space_.copy(slots_[order_[i]], to_[i]);
            if (i > 0) {
                space_.join(to_[i], to_[i - 1]);
            }
        }
        for (std::size_t i = count; i-- > 0;) {
            space_.copy(slots_[order_[i]], from_[i]);
            if (i + 1 < count) {
                space_.join(from_[i], from_[i + 1]);
            }
        }
    }

    template <class MayBe>
    void list_cuts(std::size_t axis,
                   const std::vector<Slot>& slots,
                   MayBe may_be,
                   std::vector<Division>& out) {
        std::uint64_t below = 0;
        for (std::size_t slot = 1; slot < slots.size(); ++slot) {
            below += slots[slot - 1].rows;
            add({.axis = axis, .slot = slot},
                {below, to_[slot - 1]},
                {rows_ - below, from_[slot]},
                may_be,
                out);
        }
    }

    /// All slots but the one at a place of the order. \pre there are two
    Region<Lane> all_but(std::size_t place) {
        rest_.resize(1);
        if (place == 0) {
            return from_[1];
        }
        if (place + 1 == order_.size()) {
            return to_[place - 1];
        }
        space_.copy(to_[place - 1], rest_[0]);
        space_.join(rest_[0], from_[place + 1]);
        return rest_[0];
    }

    template <class MayBe>
    void list_slots(Division division,
                    const std::vector<Slot>& slots,
                    MayBe may_be,
                    std::vector<Division>& out) {
        for (std::size_t slot = 0; slot < slots.size() && slots.size() > 1; ++slot) {
            division.slot = slot;
            add(division,
                {slots[slot].rows, slots_[slot]},
                {rows_ - slots[slot].rows, all_but(slot)},
                may_be,
                out);
        }
    }

    /// \pre two slots
    template <class MayBe>
    void list_groups(std::size_t axis,
                     const std::vector<Slot>& slots,
                     MayBe may_be,
                     std::vector<Division>& out) {
        frequent_slots(slots, order_);
        accumulate();
        double most = -kInfinity;
        std::size_t best = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::uint64_t rows = slots[order_[i]].rows;
            const double gain = add_group(axis,
                                          std::span(order_).subspan(i, 1),
                                          {rows, slots_[order_[i]]},
                                          {rows_ - rows, all_but(i)},
                                          may_be,
                                          out);
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        std::uint64_t rows = slots[order_[0]].rows;
        for (std::size_t i = 1; i + 2 < order_.size(); ++i) {
            rows += slots[order_[i]].rows;
            add_group(axis,
                      std::span(order_).first(i + 1),
                      {rows, to_[i]},
                      {rows_ - rows, from_[i + 1]},
                      may_be,
                      out);
        }
        if (order_.size() > 3 && order_.size() <= kMostGrown) {
            grow_group(axis, best, slots, may_be, out);
        }
        if (axes_[axis].ranges_unlisted() && !axes_[axis].is_listed(slots.size())) {
            list_order_cuts(axis, slots, may_be, out);
        }
    }

    /// The slots before each one against the others.
    template <class MayBe>
    void list_order_cuts(std::size_t axis,
                         const std::vector<Slot>& slots,
                         MayBe may_be,
                         std::vector<Division>& out) {
        take_order(slots.size());
        std::uint64_t below = 0;
        for (std::size_t slot = 1; slot < slots.size(); ++slot) {
            below += slots[slot - 1].rows;
            list_group(axis,
                       std::span(order_).first(slot),
                       {below, to_[slot - 1]},
                       {rows_ - below, from_[slot]},
                       may_be,
                       out);
        }
    }

    /// Groups grown from one slot, at a place of the order, by the slot that gains most.
    template <class MayBe>
    void grow_group(std::size_t axis,
                    std::size_t first,
                    const std::vector<Slot>& slots,
                    MayBe may_be,
                    std::vector<Division>& out) {
        grown_.resize(2);  // the group; and one slot more
        space_.copy(slots_[order_[first]], grown_[0]);
        std::uint64_t rows = slots[order_[first]].rows;
        grown_slots_.assign(1, order_[first]);
        order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(first));
        while (order_.size() > 2) {
            accumulate();
            double most = -kInfinity;
            std::size_t best = 0;
            for (std::size_t i = 0; i < order_.size(); ++i) {
                const std::uint64_t with = rows + slots[order_[i]].rows;
                space_.copy(grown_[0], grown_[1]);
                space_.join(grown_[1], slots_[order_[i]]);
                const double gain = gain_of({with, grown_[1]}, {rows_ - with, all_but(i)});
                if (gain > most) {
                    most = gain;
                    best = i;
                }
            }
            rows += slots[order_[best]].rows;
            space_.join(grown_[0], slots_[order_[best]]);
            grown_slots_.push_back(order_[best]);
            add_group(
                axis, grown_slots_, {rows, grown_[0]}, {rows_ - rows, all_but(best)}, may_be, out);
            order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(best));
        }
    }

    [[nodiscard]] double gain_of(const Side& one, const Side& other) const {
        return loss_ - static_cast<double>(one.rows) * space_.loss(one.region) -
               static_cast<double>(other.rows) * space_.loss(other.region);
    }

    template <class MayBe>
    void add(Division division,
             const Side& one,
             const Side& other,
             MayBe may_be,
             std::vector<Division>& out) const {
        if (!may_be(one.rows, false) || !may_be(other.rows, false) ||
            !may_be(one.rows, space_.starred(one.region)) ||
            !may_be(other.rows, space_.starred(other.region))) {
            return;
        }
        division.lesser = std::min(one.rows, other.rows);
        division.gain = gain_of(one, other);
        out.push_back(division);
    }

    /// Returns the gain. Two sides that both have more values than are listed might come out alike.
    template <class MayBe>
    double add_group(std::size_t axis,
                     std::span<const std::uint32_t> group,
                     const Side& one,
                     const Side& other,
                     MayBe may_be,
                     std::vector<Division>& out) {
        const bool alike =
            space_.is_unlisted(one.region, axis) && space_.is_unlisted(other.region, axis);
        return !alike && list_group(axis, group, one, other, may_be, out) ? out.back().gain
                                                                          : gain_of(one, other);
    }

    /// False if one of the sides may not be.
    template <class MayBe>
    bool list_group(std::size_t axis,
                    std::span<const std::uint32_t> group,
                    const Side& one,
                    const Side& other,
                    MayBe may_be,
                    std::vector<Division>& out) {
        const std::size_t before = out.size();
        add({.axis = axis, .slot = group_starts_.size() - 1}, one, other, may_be, out);
        if (out.size() == before) {
            return false;
        }
        group_slots_.insert(group_slots_.end(), group.begin(), group.end());
        group_starts_.push_back(group_slots_.size());
        return true;
    }

    const std::vector<Axis>& axes_;
    const Records<Lane>& records_;
    RegionSpace<Lane> space_;
    std::uint64_t rows_ = 0;
    double loss_ = 0;                   ///< of all rows of the class
    std::vector<Lane> lanes_;           ///< of the packed records
    std::vector<Word> sets_;            ///< of these
    std::vector<std::uint32_t> order_;  ///< of the slots
    Regions<Lane> slots_{space_};       ///< by slot
    Regions<Lane> to_{space_};          ///< by place in the order
    Regions<Lane> from_{space_};
    Regions<Lane> rest_{space_};
    Regions<Lane> grown_{space_};
    std::vector<std::uint32_t> grown_slots_;
    std::vector<std::size_t> group_starts_;  ///< in group_slots_
    std::vector<std::uint32_t> group_slots_;
};

}  // namespace kanon::classes
