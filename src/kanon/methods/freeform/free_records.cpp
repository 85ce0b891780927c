// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/free_records.hpp"

#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <limits>
#include <numeric>

namespace kanon::freeform {
namespace {

constexpr std::size_t kMostBuckets = 128;
/// Bits of a cost that a bound leaves out: a whole row has 14 bits then.
constexpr unsigned kBoundShift = 16;

/// A bound that no sum reaches, of parts of which none is free; with any sum it is still a bound.
constexpr std::uint16_t kShut = std::uint16_t{1} << 15U;

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
    row_.resize(axes_.size());
    dearest_first_ = classes::axes_dearest_first(space_.types());
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
    stand_at(space_.type(row));
    add_bounds();
    Best best;
    for (std::size_t tile = least_tile(); tile_least_[tile] < kShut; tile = least_tile()) {
        const std::size_t part = least_part(tile);
        if (!can_better(RowCost{sums_[part]} << kBoundShift, part * kPart, best)) {
            break;
        }
        look_into(part, row, best);
        sums_[part] = kShut;
        tile_least_[tile] = least_sum(tile);
    }
    if (best.slot == kNoSlot) {
        return std::nullopt;
    }
    return NearRecord{.growth = exact_of(best, space_.type(row)), .record = records_[best.slot]};
}

void FreeRecords::remove(std::uint32_t record) {
    const std::uint32_t slot = slot_of_record_[record];
    const std::size_t part = slot / kPart;
    masks_[part] &= static_cast<std::uint8_t>(~(1U << (slot % kPart)));
    shut_[part] = masks_[part] == 0 ? kShut : 0;
    --free_;
    if (2 * free_ > records_.size() || records_.size() <= kPart * kTile) {
        // Rows take records near each other, so parts empty at different times.
        if (std::has_single_bit(static_cast<unsigned>(std::popcount(masks_[part])))) {
            bound_part(part);
        }
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
    const std::size_t tiles = (free_ + kPart * kTile - 1) / (kPart * kTile);
    const std::size_t parts = tiles * kTile;
    covers_.resize(free_ * space_.types().cover_words());
    costs_.resize(free_ * axes_.size());
    masks_.assign(parts, 0);
    shut_.assign(parts, kShut);
    sums_.resize(parts);
    tile_least_.resize(tiles);
    bounds_.assign(buckets_ * parts, 0);
    for (std::size_t slot = 0; slot < free_; ++slot) {
        take_record(records_[slot], slot);
    }
    for (std::size_t part = 0; part * kPart < free_; ++part) {
        shut_[part] = 0;
        bound_part(part);
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
    masks_[slot / kPart] |= static_cast<std::uint8_t>(1U << (slot % kPart));
}

/// Bounds of a part from its free records. \pre it has some
void FreeRecords::bound_part(std::size_t part) {
    const std::size_t parts = masks_.size();
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        least_.assign(axes_[axis].count, kNever);
        for (unsigned left = masks_[part]; left != 0; left &= left - 1) {
            bound_record(
                axis, part * kPart + static_cast<std::size_t>(std::countr_zero(left)), least_);
        }
        Bound* const to = bounds_.data() + axes_[axis].first * parts + part;
        for (std::size_t bucket = 0; bucket < least_.size(); ++bucket) {
            to[bucket * parts] = static_cast<Bound>(least_[bucket] >> kBoundShift);
        }
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

/// Look for a row of that type.
void FreeRecords::stand_at(std::uint32_t type) {
    for (std::size_t at = 0; at < row_.size(); ++at) {
        const std::size_t axis = dearest_first_[at];
        const Place place = space_.types().place(type, axis);
        const std::size_t bucket = axes_[axis].first + (place >> axes_[axis].shift);
        row_[at] = {
            .axis = axis, .place = place, .bounds = bounds_.data() + bucket * masks_.size()};
    }
}

void FreeRecords::add_bounds() {
    for (std::size_t tile = 0; tile < tile_least_.size(); ++tile) {
        std::array<Bound, kTile> sums;
        std::copy_n(shut_.data() + tile * kTile, kTile, sums.begin());
        for (const AxisOfRow& axis : row_) {
            const Bound* const bounds = axis.bounds + tile * kTile;
            for (std::size_t i = 0; i < kTile; ++i) {
                sums[i] = static_cast<Bound>(sums[i] + bounds[i]);
            }
        }
        std::copy_n(sums.begin(), kTile, sums_.data() + tile * kTile);
        tile_least_[tile] = least_sum(tile);
    }
}

FreeRecords::Bound FreeRecords::least_sum(std::size_t tile) const {
    const Bound* const sums = sums_.data() + tile * kTile;
    Bound least = sums[0];
    for (std::size_t i = 1; i < kTile; ++i) {
        least = std::min(least, sums[i]);
    }
    return least;
}

/// The first tile that has the least sum of all.
std::size_t FreeRecords::least_tile() const {
    Bound least = tile_least_[0];
    for (const Bound one : tile_least_) {
        least = std::min(least, one);
    }
    return static_cast<std::size_t>(std::ranges::find(tile_least_, least) - tile_least_.begin());
}

/// The first part that has the least sum of a tile.
std::size_t FreeRecords::least_part(std::size_t tile) const {
    const Bound* const sums = sums_.data() + tile * kTile;
    return tile * kTile +
           static_cast<std::size_t>(std::find(sums, sums + kTile, tile_least_[tile]) - sums);
}

/// True if a record from a slot on that loses so much more may be nearer, or as near and stand
/// before. Nothing is nearer than one that loses nothing.
bool FreeRecords::can_better(RowCost bound, std::size_t slot, const Best& best) {
    return best.slot == kNoSlot || (bound < best.enough && (!best.is_nothing || slot < best.slot));
}

void FreeRecords::look_into(std::size_t part, std::uint32_t row, Best& best) {
    for (std::size_t at = row_.size(); at-- > 0;) {
        rest_[at] = rest_[at + 1] + (RowCost{row_[at].bounds[part]} << kBoundShift);
    }
    for (unsigned left = masks_[part]; left != 0; left &= left - 1) {
        const auto slot = static_cast<std::uint32_t>(part * kPart) +
                          static_cast<std::uint32_t>(std::countr_zero(left));
        const RowCost enough = best.slot == kNoSlot ? kNever : best.enough;
        const Growth found = growth(slot, enough);
        const std::uint32_t type = space_.type(row);
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
    return std::is_lt(order) || (std::is_eq(order) && slot < best.slot);
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

/// What a record of the part that is looked into loses more with the row; `enough` or more if it is
/// not below that.
FreeRecords::Growth FreeRecords::growth(std::uint32_t slot, RowCost enough) const {
    const TypeSpace& types = space_.types();
    const Word* const covered = cover(slot).data();
    const RowCost* const before = costs_.data() + slot * axes_.size();
    RowCost sum = 0;
    for (std::size_t at = 0; at < row_.size(); ++at) {
        const AxisOfRow& own = row_[at];
        sum += types.cost_with(own.axis, covered + types.start(own.axis), own.place) -
               before[own.axis];
        if (sum + rest_[at + 1] >= enough) {
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
