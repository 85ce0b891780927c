// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/records.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace kanon::classes {

/// What stands at one key of an axis within a segment: a place, or a run of places under one label.
struct Slot {
    std::uint32_t key = 0;
    std::size_t types = 0;
    std::uint64_t rows = 0;
};

/// Places of slots, the most rows first; of equals the first.
inline void frequent_slots(const std::vector<Slot>& slots, std::vector<std::uint32_t>& out) {
    out.resize(slots.size());
    std::iota(out.begin(), out.end(), 0U);
    std::sort(out.begin(), out.end(), [&](std::uint32_t a, std::uint32_t b) {
        return slots[a].rows != slots[b].rows ? slots[a].rows > slots[b].rows : a < b;
    });
}

/// The slots of one axis within a segment, by ascending key, and which one each record is in.
template <class Lane>
class Slots {
public:
    /// Keys are places, or the run of each place if `runs` is given.
    void count(const Records<Lane>& records,
               Segment segment,
               std::size_t axis,
               Extent extent,
               const std::vector<std::uint32_t>* runs) {
        axis_ = axis;
        runs_ = runs;
        least_ = key_of(extent.low);
        const std::size_t span = key_of(extent.high) - least_ + std::size_t{1};
        slots_.clear();
        dense_ = span <= 4 * segment.size();
        if (dense_) {
            count_dense(records, segment, span);
        } else {
            count_sparse(records, segment);
        }
    }

    [[nodiscard]] const std::vector<Slot>& all() const { return slots_; }

    /// Place in all() of the slot of a record.
    [[nodiscard]] std::size_t slot_of(const Records<Lane>& records, std::size_t record) const {
        const std::uint32_t key = key_of(records.lanes[record * records.stride + axis_]);
        if (dense_) {
            return slot_of_key_[key - least_];
        }
        return slot_of_key(key);
    }

    /// Place in all() of the first slot of that key or a greater one.
    [[nodiscard]] std::size_t slot_of_key(std::uint32_t key) const {
        const auto found = std::lower_bound(
            slots_.begin(), slots_.end(), key, [](const Slot& slot, std::uint32_t wanted) {
                return slot.key < wanted;
            });
        return static_cast<std::size_t>(found - slots_.begin());
    }

private:
    [[nodiscard]] std::uint32_t key_of(Place place) const {
        return runs_ == nullptr ? place : (*runs_)[place];
    }

    void count_dense(const Records<Lane>& records, Segment segment, std::size_t span) {
        by_key_.assign(span, Slot{});
        slot_of_key_.resize(span);
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            Slot& slot = by_key_[key_of(records.lanes[i * records.stride + axis_]) - least_];
            ++slot.types;
            slot.rows += records.counts[i];
        }
        for (std::size_t offset = 0; offset < span; ++offset) {
            slot_of_key_[offset] = static_cast<std::uint32_t>(slots_.size());
            if (by_key_[offset].types > 0) {
                by_key_[offset].key = least_ + static_cast<std::uint32_t>(offset);
                slots_.push_back(by_key_[offset]);
            }
        }
    }

    void count_sparse(const Records<Lane>& records, Segment segment) {
        by_key_.clear();
        for (std::size_t i = segment.begin; i < segment.end; ++i) {
            by_key_.push_back(
                {key_of(records.lanes[i * records.stride + axis_]), 1, records.counts[i]});
        }
        std::sort(by_key_.begin(), by_key_.end(), [](const Slot& a, const Slot& b) {
            return a.key < b.key;
        });
        for (const Slot& one : by_key_) {
            if (slots_.empty() || slots_.back().key != one.key) {
                slots_.push_back(one);
            } else {
                ++slots_.back().types;
                slots_.back().rows += one.rows;
            }
        }
    }

    std::size_t axis_ = 0;
    const std::vector<std::uint32_t>* runs_ = nullptr;
    std::uint32_t least_ = 0;
    bool dense_ = true;
    std::vector<Slot> slots_;
    std::vector<Slot> by_key_;
    std::vector<std::uint32_t> slot_of_key_;
};

}  // namespace kanon::classes
