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

/// What rows far apart in the order of their types lose together on each axis, in sum.
std::vector<double> losses_of_pairs(const TypeSpace& types) {
    const auto half = static_cast<std::uint32_t>(types.type_count() / 2);
    std::vector<double> sums(types.size());
    for (std::uint32_t type = 0; type < half; ++type) {
        for (std::size_t axis = 0; axis < types.size(); ++axis) {
            sums[axis] += types.axes()[axis].pair_loss(types.place(type, axis),
                                                       types.place(type + half, axis));
        }
    }
    return sums;
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
      slot_of_record_(order.size()),
      exact_(space) {
    list_axes();
}

void FreeRecords::list_axes() {
    for (const Axis& axis : space_.types().axes()) {
        const std::size_t places = std::max<std::size_t>(axis.size(), 1);
        const unsigned shift = shift_of(places);
        axes_.push_back({.first = buckets_, .count = ((places - 1) >> shift) + 1, .shift = shift});
        buckets_ += axes_.back().count;
    }
    rest_.resize(axes_.size() + 1);
    dearest_first_.resize(axes_.size());
    std::iota(dearest_first_.begin(), dearest_first_.end(), std::size_t{0});
    const std::vector<double> losses = losses_of_pairs(space_.types());
    std::ranges::stable_sort(
        dearest_first_, std::greater<>(), [&](std::size_t axis) { return losses[axis]; });
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
    return NearRecord{.growth = exact_of(best, space_.type(row)), .record = records_[best.slot]};
}

void FreeRecords::remove(std::uint32_t record) {
    const std::uint32_t slot = slot_of_record_[record];
    const std::size_t block = slot / kBlock;
    masks_[block] &= ~(std::uint64_t{1} << (slot % kBlock));
    shut_[block] = masks_[block] == 0 ? kShut : 0;
    --free_;
    if (2 * free_ > records_.size() || records_.size() <= kBlock) {
        bound_thinned_part(block, slot % kBlock / kPart);
        return;
    }
    std::erase_if(records_, [this](std::uint32_t one) {
        const bool gone = !contains(one);
        slot_of_record_[one] = gone ? kNoSlot : slot_of_record_[one];
        return gone;
    });
    lay_out();
}

/// Rows take records near each other, so parts empty at different times: the bounds of one of which
/// half are gone, or half of these, are made anew.
void FreeRecords::bound_thinned_part(std::size_t block, std::size_t part) {
    const auto left = static_cast<unsigned>(std::popcount(free_of_part(block, part)));
    if (masks_[block] != 0 && (left == 0 || std::has_single_bit(left))) {
        bound_part(block, part);
        bound_block(block);
    }
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
        for (std::size_t part = 0; part < kParts; ++part) {
            bound_part(block, part);
        }
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

/// Bounds of a part from its free records.
void FreeRecords::bound_part(std::size_t block, std::size_t part) {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        least_.assign(axes_[axis].count, kShut);
        for (std::uint64_t left = free_of_part(block, part); left != 0; left &= left - 1) {
            const auto at = static_cast<std::size_t>(std::countr_zero(left));
            bound_record(axis, block * kBlock + part * kPart + at, least_);
        }
        RowCost* const of_parts =
            part_bounds_.data() + (block * buckets_ + axes_[axis].first) * kParts;
        for (std::size_t bucket = 0; bucket < least_.size(); ++bucket) {
            of_parts[bucket * kParts + part] = least_[bucket];
        }
    }
}

/// Bounds of a block from those of its parts.
void FreeRecords::bound_block(std::size_t block) {
    const RowCost* of_parts = part_bounds_.data() + block * buckets_ * kParts;
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket, of_parts += kParts) {
        bounds_[bucket * masks_.size() + block] = *std::min_element(of_parts, of_parts + kParts);
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

/// True if a record from a slot on that loses so much more may be nearer, or as near and stand
/// before. Nothing is nearer than one that loses nothing.
bool FreeRecords::can_better(RowCost bound, std::size_t slot, const Best& best) {
    return best.slot == kNoSlot || (bound < best.enough && (!best.is_nothing || slot < best.slot));
}

void FreeRecords::look_into(std::size_t block, std::uint32_t row, Best& best) {
    const std::uint32_t type = space_.type(row);
    for (std::size_t at = axes_.size(); at-- > 0;) {
        const std::size_t axis = dearest_first_[at];
        const std::size_t bucket = space_.types().place(type, axis) >> axes_[axis].shift;
        const RowCost* const bounds =
            part_bounds_.data() + (block * buckets_ + axes_[axis].first + bucket) * kParts;
        for (std::size_t part = 0; part < kParts; ++part) {
            rest_[at][part] = rest_[at + 1][part] + bounds[part];
        }
    }
    for (std::size_t part = 0; part < kParts; ++part) {
        if (can_better(rest_.front()[part], block * kBlock + part * kPart, best)) {
            look_into_part(block, part, row, best);
        }
    }
}

void FreeRecords::look_into_part(std::size_t block,
                                 std::size_t part,
                                 std::uint32_t row,
                                 Best& best) const {
    const std::size_t first = block * kBlock + part * kPart;
    const std::uint32_t type = space_.type(row);
    for (std::uint64_t left = free_of_part(block, part); left != 0; left &= left - 1) {
        const auto slot =
            static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(left));
        const RowCost enough = best.slot == kNoSlot ? kNever : best.enough;
        const Growth found = growth(slot, type, enough);
        if (found.cost < enough && is_better(slot, type, found, best) &&
            may_take(records_[slot], row)) {
            take_best(slot, type, found, best);
        }
    }
}

/// True if a record is nearer than the best, or as near and stands before it. Asks for exact
/// growths where costs do not tell.
bool FreeRecords::is_better(std::uint32_t slot,
                            std::uint32_t type,
                            const Growth& found,
                            Best& best) const {
    if (best.slot == kNoSlot || found.cost + exact_.slack() < best.growth) {
        return true;
    }
    const std::strong_ordering order =
        exact_.of(cover(slot), type, found.starred) <=> exact_of(best, type);
    return order < 0 || (order == 0 && slot < best.slot);
}

void FreeRecords::take_best(std::uint32_t slot,
                            std::uint32_t type,
                            const Growth& found,
                            Best& best) const {
    best = {.growth = found.cost,
            .slot = slot,
            .enough = found.cost + exact_.slack() + 1,
            .starred = found.starred};
    best.is_nothing = found.cost == 0 && exact_of(best, type) == ExactLoss{};
}

const ExactLoss& FreeRecords::exact_of(Best& best, std::uint32_t type) const {
    if (!best.exact) {
        best.exact = exact_.of(cover(best.slot), type, best.starred);
    }
    return *best.exact;
}

/// What a record of the block that is looked into loses more with a row of a type; `enough` or more
/// if it is not below that.
FreeRecords::Growth FreeRecords::growth(std::uint32_t slot,
                                        std::uint32_t type,
                                        RowCost enough) const {
    const TypeSpace& types = space_.types();
    const Word* const covered = cover(slot).data();
    const RowCost* const before = costs_.data() + slot * axes_.size();
    const std::size_t part = slot % kBlock / kPart;
    RowCost sum = 0;
    for (std::size_t at = 0; at < axes_.size(); ++at) {
        const std::size_t axis = dearest_first_[at];
        sum += types.cost_with(axis, covered + types.start(axis), types.place(type, axis)) -
               before[axis];
        if (sum + rest_[at + 1][part] >= enough) {
            return {.cost = enough};
        }
    }
    if (starred_from_ == kNever) {
        return {.cost = sum};
    }
    const RowCost lost = std::accumulate(before, before + axes_.size(), RowCost{0});
    const bool starred = lost + sum >= starred_from_ && lost < starred_from_;
    return {.cost = sum + (starred ? kStarred : 0), .starred = starred};
}

}  // namespace kanon::freeform
