// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/free_records.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>

namespace kanon::freeform {
namespace {

constexpr std::size_t kMostBuckets = 128;
constexpr unsigned kBoundBits = 32;

/// A bound that no sum reaches: of blocks of which none is free. Of parts without records it is one
/// on each axis, and what their sum comes to is all the same.
constexpr RowCost kShut = RowCost{1} << 31U;

/// What a record costs more that is starred throughout.
constexpr RowCost kStarred = TypeSpace::kWhole;

constexpr RowCost kNever = std::numeric_limits<RowCost>::max();

/// What a record costs at least that comes out as a star on every axis, if any can. Rounded weights
/// may leave a little of the whole.
RowCost starred_from(const std::vector<Axis>& axes) {
    const bool any = std::ranges::none_of(axes, [](const Axis& axis) { return axis.by_range(); });
    return any ? TypeSpace::kWhole - static_cast<RowCost>(axes.size()) : kNever;
}

unsigned shift_of(std::size_t places) {
    unsigned shift = 0;
    while (((places - 1) >> shift) >= kMostBuckets) {
        ++shift;
    }
    return shift;
}

}  // namespace

FreeRecords::FreeRecords(const RowSpace& space,
                         const Graph& graph,
                         std::span<const std::uint32_t> order)
    : space_(space),
      graph_(graph),
      order_(order),
      starred_from_(starred_from(space.types().axes())),
      slot_of_record_(order.size()) {
    for (const Axis& axis : space.types().axes()) {
        const std::size_t places = std::max<std::size_t>(axis.size(), 1);
        const unsigned shift = shift_of(places);
        axes_.push_back({.first = buckets_, .count = ((places - 1) >> shift) + 1, .shift = shift});
        buckets_ += axes_.back().count;
    }
}

void FreeRecords::begin(std::uint32_t round) {
    round_ = round;
    records_.assign(order_.begin(), order_.end());
    lay_out();
}

bool FreeRecords::may_take(std::uint32_t record, std::uint32_t row) const {
    return std::ranges::none_of(graph_.of(record).first(round_), [&](std::uint32_t member) {
        return space_.same_person(member, row);
    });
}

std::optional<NearRecord> FreeRecords::nearest(std::uint32_t row) {
    if (free_ == 0) {
        return std::nullopt;
    }
    add_bounds(space_.type(row));
    const auto least = static_cast<std::size_t>(std::ranges::min_element(sums_) - sums_.begin());
    Best best;
    look_into(least, row, best);
    queue_.clear();
    for (std::size_t block = 0; block < sums_.size(); ++block) {
        if (sums_[block] < kShut && block != least &&
            can_better(sums_[block], block * kBlock, best)) {
            queue_.push_back((std::uint64_t{sums_[block]} << kBoundBits) | block);
        }
    }
    std::make_heap(queue_.begin(), queue_.end(), std::greater<>());
    while (!queue_.empty()) {
        const auto bound = static_cast<RowCost>(queue_.front() >> kBoundBits);
        const std::size_t block = static_cast<std::uint32_t>(queue_.front());
        if (!can_better(bound, block * kBlock, best)) {
            break;
        }
        look_into(block, row, best);
        std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
        queue_.pop_back();
    }
    if (best.slot == kNoSlot) {
        return std::nullopt;
    }
    return NearRecord{.growth = best.growth, .record = records_[best.slot]};
}

void FreeRecords::remove(std::uint32_t record) {
    const std::uint32_t slot = slot_of_record_[record];
    const std::size_t block = slot / kBlock;
    masks_[block] &= ~(std::uint64_t{1} << (slot % kBlock));
    shut_[block] = masks_[block] == 0 ? kShut : 0;
    --free_;
    if (2 * free_ > records_.size() || records_.size() <= kBlock) {
        return;
    }
    std::erase_if(records_, [this](std::uint32_t one) {
        const bool gone = !contains(one);
        slot_of_record_[one] = gone ? kNoSlot : slot_of_record_[one];
        return gone;
    });
    lay_out();
}

/// Bounds from records_, which all are free.
void FreeRecords::lay_out() {
    free_ = records_.size();
    const std::size_t blocks = (free_ + kBlock - 1) / kBlock;
    covers_.resize(free_ * space_.types().cover_words());
    costs_.resize(free_ * axes_.size());
    masks_.assign(blocks, 0);
    shut_.assign(blocks, 0);
    sums_.resize(blocks);
    bounds_.resize(buckets_ * blocks);
    part_bounds_.resize(buckets_ * blocks * kParts);
    for (std::size_t slot = 0; slot < free_; ++slot) {
        take_record(records_[slot], slot);
    }
    for (std::size_t block = 0; block < blocks; ++block) {
        bound_block(block);
    }
}

void FreeRecords::take_record(std::uint32_t record, std::size_t slot) {
    const TypeSpace& types = space_.types();
    const auto cover = std::span(covers_).subspan(slot * types.cover_words(), types.cover_words());
    const auto members = graph_.of(record).first(round_);
    types.take_cover(space_.type(members[0]), cover);
    for (const std::uint32_t row : members.subspan(1)) {
        types.widen(cover, space_.type(row));
    }
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        costs_[slot * axes_.size() + axis] = types.cost(axis, cover.data() + types.start(axis));
    }
    slot_of_record_[record] = static_cast<std::uint32_t>(slot);
    masks_[slot / kBlock] |= std::uint64_t{1} << (slot % kBlock);
}

void FreeRecords::bound_block(std::size_t block) {
    std::vector<RowCost> least;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const std::size_t first = block * buckets_ + axes_[axis].first;
        RowCost* const of_parts = part_bounds_.data() + first * kParts;
        for (std::size_t part = 0; part < kParts; ++part) {
            least.assign(axes_[axis].count, kShut);
            bound_part(axis, block * kParts + part, least);
            for (std::size_t bucket = 0; bucket < least.size(); ++bucket) {
                of_parts[bucket * kParts + part] = least[bucket];
            }
        }
        for (std::size_t bucket = 0; bucket < least.size(); ++bucket) {
            bounds_[(axes_[axis].first + bucket) * masks_.size() + block] =
                *std::min_element(of_parts + bucket * kParts, of_parts + (bucket + 1) * kParts);
        }
    }
}

void FreeRecords::bound_part(std::size_t axis, std::size_t part, std::span<RowCost> least) const {
    const std::size_t end = std::min((part + 1) * kPart, records_.size());
    for (std::size_t slot = part * kPart; slot < end; ++slot) {
        bound_record(axis, slot, least);
    }
}

void FreeRecords::bound_record(std::size_t axis, std::size_t slot, std::span<RowCost> least) const {
    const TypeSpace& types = space_.types();
    const Word* const at = cover(slot).data() + types.start(axis);
    const RowCost before = types.cost(axis, at);
    const unsigned shift = axes_[axis].shift;
    types.visit_costs_with(axis, at, [&](const auto& cost_of_place) {
        const auto take = [&](std::size_t bucket, std::size_t place) {
            const RowCost growth = cost_of_place(static_cast<Place>(place)) - before;
            least[bucket] = std::min(least[bucket], growth);
        };
        const std::size_t places = types.axes()[axis].size();
        if (shift == 0 || types.axes()[axis].by_set()) {
            for (std::size_t place = 0; place < places; ++place) {
                take(place >> shift, place);
            }
            return;
        }
        // The farther from the extent, the more is lost: the place of the bucket nearest to it.
        const classes::Extent extent = classes::extent_of(*at);
        for (std::size_t bucket = 0; bucket < least.size(); ++bucket) {
            const std::size_t low = bucket << shift;
            const std::size_t high = std::min(low + (std::size_t{1} << shift), places) - 1;
            take(bucket, std::clamp<std::size_t>(extent.low, low, high));
            take(bucket, std::clamp<std::size_t>(extent.high, low, high));
        }
    });
}

void FreeRecords::add_bounds(std::uint32_t type) {
    std::ranges::copy(shut_, sums_.begin());
    const std::size_t blocks = sums_.size();
    RowCost* const sums = sums_.data();
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const std::size_t bucket = space_.types().place(type, axis) >> axes_[axis].shift;
        const RowCost* const bounds = bounds_.data() + (axes_[axis].first + bucket) * blocks;
        for (std::size_t block = 0; block < blocks; ++block) {
            sums[block] += bounds[block];
        }
    }
}

/// True if a record from a slot on that loses so much more is nearer, or as near and stands before.
bool FreeRecords::can_better(RowCost bound, std::size_t slot, const Best& best) {
    return best.slot == kNoSlot || bound < best.growth ||
           (bound == best.growth && slot < best.slot);
}

void FreeRecords::look_into(std::size_t block, std::uint32_t row, Best& best) const {
    const std::uint32_t type = space_.type(row);
    std::array<RowCost, kParts> sums{};
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const std::size_t bucket = space_.types().place(type, axis) >> axes_[axis].shift;
        const RowCost* const bounds =
            part_bounds_.data() + (block * buckets_ + axes_[axis].first + bucket) * kParts;
        for (std::size_t part = 0; part < kParts; ++part) {
            sums[part] += bounds[part];
        }
    }
    for (std::size_t part = 0; part < kParts; ++part) {
        if (can_better(sums[part], block * kBlock + part * kPart, best)) {
            look_into_part(block * kParts + part, row, best);
        }
    }
}

void FreeRecords::look_into_part(std::size_t part, std::uint32_t row, Best& best) const {
    constexpr std::uint64_t kPartMask = (std::uint64_t{1} << kPart) - 1;
    const std::size_t first = part * kPart;
    std::uint64_t left = (masks_[part / kParts] >> (first % kBlock)) & kPartMask;
    for (; left != 0; left &= left - 1) {
        const auto slot =
            static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(left));
        RowCost enough = kNever;
        if (best.slot != kNoSlot) {
            enough = best.growth + (slot < best.slot ? 1 : 0);
        }
        const RowCost found = growth(slot, space_.type(row), enough);
        if (found < enough && may_take(records_[slot], row)) {
            best = {.growth = found, .slot = slot};
        }
    }
}

/// What a record loses more with a row of a type; `enough` or more if it is not below that.
RowCost FreeRecords::growth(std::uint32_t slot, std::uint32_t type, RowCost enough) const {
    const TypeSpace& types = space_.types();
    const Word* const covered = cover(slot).data();
    const RowCost* const before = costs_.data() + slot * axes_.size();
    RowCost sum = 0;
    for (std::size_t axis = 0; axis < axes_.size() && sum < enough; ++axis) {
        sum += types.cost_with(axis, covered + types.start(axis), types.place(type, axis)) -
               before[axis];
    }
    if (sum >= enough || starred_from_ == kNever) {
        return sum;
    }
    const RowCost lost = std::accumulate(before, before + axes_.size(), RowCost{0});
    const bool starred = lost + sum >= starred_from_ && lost < starred_from_;
    return sum + (starred ? kStarred : 0);
}

}  // namespace kanon::freeform
