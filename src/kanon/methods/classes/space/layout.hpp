// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/records.hpp"
#include "kanon/methods/classes/space/slots.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace kanon::classes {

/// One side of a division in the making.
struct Part {
    std::size_t types = 0;
    std::uint64_t rows = 0;
};

/// Lays the records of a segment out in parts, by the slots of one axis. One per thread; shares the
/// records with the others.
template <class Lane>
class Layout {
public:
    explicit Layout(Records<Lane>& records) : records_(records) { spare_.stride = records.stride; }

    /// Count the slots of a segment, whose extent on the axis is given; keys are places, or the run
    /// of each place if `runs` is given.
    void count(Segment segment,
               std::size_t axis,
               Extent extent,
               const std::vector<std::uint32_t>* runs) {
        slots_.count(records_, segment, axis, extent, runs);
    }

    [[nodiscard]] const std::vector<Slot>& slots() const { return slots_.all(); }

    [[nodiscard]] std::size_t slot_of(std::size_t record) const {
        return slots_.slot_of(records_, record);
    }

    /// Place of the slot of a key; of the next one where there is none.
    [[nodiscard]] std::size_t slot_of_key(std::uint32_t key) const {
        return slots_.slot_of_key(key);
    }

    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

    /// The slots before `place` are one part and the others another.
    void cut_before(std::size_t place) {
        begin_parts(2);
        for (std::size_t slot = 0; slot < slots().size(); ++slot) {
            put(slot, slot < place ? 0 : 1);
        }
    }

    /// The slots before `place`, the one there, and those behind it are three parts.
    void cut_around(std::size_t place) {
        begin_parts(3);
        for (std::size_t slot = 0; slot < slots().size(); ++slot) {
            put(slot, slot < place ? 0 : (slot == place ? 1 : 2));
        }
    }

    /// The records as they lie are two parts.
    void take_parts(Part lower, Part upper) { parts_ = {lower, upper}; }

    /// Put the records of a segment in order by their lanes.
    void sort(Segment segment) {
        const std::size_t stride = records_.stride;
        const Lane* const lanes = records_.lanes.data();
        order_.resize(segment.size());
        std::iota(order_.begin(), order_.end(), segment.begin);
        std::sort(order_.begin(), order_.end(), [=](std::size_t a, std::size_t b) {
            return std::lexicographical_compare(lanes + a * stride,
                                                lanes + (a + 1) * stride,
                                                lanes + b * stride,
                                                lanes + (b + 1) * stride);
        });
        make_room(segment.size());
        Cursor to = cursor_at(spare_, 0);
        for (const std::size_t record : order_) {
            move_record(record, to);
        }
        bring_back(segment.size(), cursor_at(records_, segment.begin));
    }

    /// One slot is a part, behind all others, which are the first.
    void set_apart(std::size_t alone) {
        begin_parts(2);
        for (std::size_t slot = 0; slot < slots().size(); ++slot) {
            put(slot, slot == alone ? 1 : 0);
        }
    }

    /// Some slots are a part, behind all others, which are the first.
    void set_apart(std::span<const std::uint32_t> apart) {
        begin_parts(2);
        std::fill(part_of_slot_.begin(), part_of_slot_.end(), 0U);
        for (const std::uint32_t slot : apart) {
            part_of_slot_[slot] = 1;
        }
        for (std::size_t slot = 0; slot < slots().size(); ++slot) {
            put(slot, part_of_slot_[slot]);
        }
    }

    /// Each slot is a part.
    void take_apart() {
        begin_parts(slots().size());
        for (std::size_t slot = 0; slot < slots().size(); ++slot) {
            put(slot, slot);
        }
    }

    /// The pooled slots are the first part, if there are any; each other slot is a part.
    void pool(const std::vector<std::uint8_t>& pooled) {
        const bool any_pooled = std::find(pooled.begin(), pooled.end(), 1) != pooled.end();
        begin_parts(any_pooled ? 1 : 0);
        for (std::size_t slot = 0; slot < pooled.size(); ++slot) {
            if (pooled[slot] == 0) {
                parts_.push_back({});
            }
            put(slot, pooled[slot] == 0 ? parts_.size() - 1 : 0);
        }
    }

    /// Lay the records out part by part, in each part in their order. The first part closes up in
    /// place, which never overtakes the reading; the others wait in the spare records.
    void scatter(Segment segment) {
        const std::size_t others = segment.size() - parts_[0].types;
        make_room(others);
        cursors_.assign(1, cursor_at(records_, segment.begin));
        std::size_t place = 0;
        for (std::size_t part = 1; part < parts_.size(); ++part) {
            cursors_.push_back(cursor_at(spare_, place));
            place += parts_[part].types;
        }
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            move_record(i, cursors_[part_of_slot_[slot_of(i)]]);
        }
        bring_back(others, cursor_at(records_, segment.begin + parts_[0].types));
    }

    /// The parts as segments, in their order.
    void list_parts(Segment segment, std::vector<Segment>& out) const {
        std::size_t begin = segment.begin;
        for (const Part& part : parts_) {
            out.push_back({begin, begin + part.types});
            begin += part.types;
        }
    }

private:
    struct Cursor {
        Lane* lanes;
        std::uint32_t* types;
        std::uint32_t* counts;
    };

    [[nodiscard]] static Cursor cursor_at(Records<Lane>& records, std::size_t place) {
        return {records.lanes.data() + place * records.stride,
                records.types.data() + place,
                records.counts.data() + place};
    }

    void make_room(std::size_t spare) {
        if (spare_.types.size() < spare) {
            spare_.resize(spare);
        }
    }

    void move_record(std::size_t record, Cursor& to) {
        const std::size_t stride = records_.stride;
        const Lane* const lanes = records_.lanes.data() + record * stride;
        for (std::size_t c = 0; c < stride; c += kLaneGroup) {
            std::copy_n(lanes + c, kLaneGroup, to.lanes + c);
        }
        to.lanes += stride;
        *to.types++ = records_.types[record];
        *to.counts++ = records_.counts[record];
    }

    /// The first spare records.
    void bring_back(std::size_t count, const Cursor& to) {
        std::copy_n(spare_.lanes.data(), count * spare_.stride, to.lanes);
        std::copy_n(spare_.types.data(), count, to.types);
        std::copy_n(spare_.counts.data(), count, to.counts);
    }

    void begin_parts(std::size_t count) {
        parts_.assign(count, Part{});
        part_of_slot_.resize(slots().size());
    }

    void put(std::size_t slot, std::size_t part) {
        part_of_slot_[slot] = static_cast<std::uint32_t>(part);
        parts_[part].types += slots()[slot].types;
        parts_[part].rows += slots()[slot].rows;
    }

    Records<Lane>& records_;
    Slots<Lane> slots_;
    std::vector<Part> parts_;
    std::vector<std::uint32_t> part_of_slot_;
    std::vector<Cursor> cursors_;
    std::vector<std::size_t> order_;
    Records<Lane> spare_;
};

}  // namespace kanon::classes
