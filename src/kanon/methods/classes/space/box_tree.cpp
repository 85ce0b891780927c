// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/box_tree.hpp"

#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::uint32_t kLeafTypes = 8;

// Pairs of places of an axis that are tabled: few, or not many for the types; 32 MiB at most.
constexpr std::size_t kFewPairs = std::size_t{1} << 16U;
constexpr std::size_t kPairsPerType = 16;
constexpr std::size_t kMostPairs = std::size_t{1} << 22U;

}  // namespace

BoxTree::BoxTree(const Task& task, const std::vector<Axis>& axes)
    : axes_(axes),
      layout_(axes),
      order_(task.row_types().size()),
      places_(order_.size() * axes.size()),
      pair_losses_(axes.size()) {
    const RowTypes& types = task.row_types();
    std::iota(order_.begin(), order_.end(), 0U);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        types.columns[axis].visit([&](const auto codes) {
            for (std::size_t type = 0; type < types.size(); ++type) {
                places_[type * axes.size() + axis] = axes[axis].place_of(codes[type]);
            }
        });
    }
    add_box(0, static_cast<std::uint32_t>(order_.size()));
    for (std::size_t box = 0; box < boxes_.size(); ++box) {
        divide(box);
    }
    renumber(types);
    take_pair_losses();
    const auto loss = [this](std::size_t axis, std::uint32_t type, std::uint32_t other) {
        return pair_loss(axis, places(type)[axis], places(other)[axis]);
    };
    dearest_first_ = axes_dearest_first(axes.size(), size(), loss);
}

double BoxTree::sum_over_rows(std::span<const double> of_type) const {
    double sum = 0;
    for (std::size_t type = 0; type < rows_.size(); ++type) {
        sum += static_cast<double>(rows_[type]) * of_type[type];
    }
    return sum;
}

void BoxTree::take_pair_losses() {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const auto size = static_cast<Place>(axes_[axis].size());
        const std::size_t pairs = axes_[axis].size() * axes_[axis].size();
        if (pairs > std::clamp(kPairsPerType * rows_.size(), kFewPairs, kMostPairs)) {
            continue;
        }
        pair_losses_[axis].reserve(pairs);
        for (Place a = 0; a < size; ++a) {
            for (Place b = 0; b < size; ++b) {
                pair_losses_[axis].push_back(axes_[axis].pair_loss(a, b));
            }
        }
    }
}

void BoxTree::add_box(std::uint32_t begin, std::uint32_t end) {
    boxes_.push_back({.begin = begin, .end = end});
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const Place first = places(order_[begin])[axis];
        Extent extent{first, first};
        for (std::uint32_t at = begin; at < end; ++at) {
            const Place place = places(order_[at])[axis];
            extent.low = std::min(extent.low, place);
            extent.high = std::max(extent.high, place);
        }
        extents_.push_back(extent);
    }
}

/// Divide a box on the axis that loses most, between two places: where these lose most together, of
/// all that leave a quarter on either side; else as near to the middle as there is one.
void BoxTree::divide(std::size_t number) {
    const Box box = boxes_[number];
    if (box.end - box.begin <= kLeafTypes) {
        return;
    }
    std::size_t widest = 0;
    double most = 0;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const Extent extent = extents_[number * axes_.size() + axis];
        const double loss =
            extent.low == extent.high ? -1 : axes_[axis].pair_loss(extent.low, extent.high);
        if (loss > most) {
            most = loss;
            widest = axis;
        }
    }
    if (most <= 0) {
        return;  // all lose the same with whatever comes
    }
    sort_by_place(box, widest);
    const std::uint32_t cut = cut_between_places(box, widest);
    boxes_[number].below = static_cast<std::uint32_t>(boxes_.size());
    add_box(box.begin, cut);
    add_box(cut, box.end);
}

/// Put the types of the box in order of their places on the axis; those of one place stay in order.
void BoxTree::sort_by_place(const Box& box, std::size_t axis) {
    keys_.clear();
    for (std::uint32_t at = box.begin; at < box.end; ++at) {
        keys_.push_back(std::uint64_t{places(order_[at])[axis]} << 32U | order_[at]);
    }
    std::sort(keys_.begin(), keys_.end());
    for (std::uint32_t at = box.begin; at < box.end; ++at) {
        order_[at] = static_cast<std::uint32_t>(keys_[at - box.begin]);
    }
}

/// \pre the types of the box are in order of their places on the axis, of which there are two
std::uint32_t BoxTree::cut_between_places(const Box& box, std::size_t axis) const {
    const std::uint32_t size = box.end - box.begin;
    const std::uint32_t middle = box.begin + size / 2;
    std::uint32_t best = 0;
    double best_loss = -1;
    std::uint32_t best_off = size;
    for (std::uint32_t at = box.begin + 1; at < box.end; ++at) {
        const Place before = places(order_[at - 1])[axis];
        const Place place = places(order_[at])[axis];
        if (before == place) {
            continue;
        }
        const std::uint32_t off = at < middle ? middle - at : at - middle;
        const double loss = off <= size / 4 ? axes_[axis].pair_loss(before, place) : -1;
        if (loss > best_loss || (loss == best_loss && off < best_off)) {
            best_loss = loss;
            best_off = off;
            best = at;
        }
    }
    return best;
}

void BoxTree::renumber(const RowTypes& types) {
    std::vector<Place> ordered;
    ordered.reserve(places_.size());
    rows_.reserve(order_.size());
    for (const std::uint32_t type : order_) {
        const std::span<const Place> from = places(type);
        ordered.insert(ordered.end(), from.begin(), from.end());
        rows_.push_back(types.counts[type]);
    }
    places_ = std::move(ordered);
    order_ = {};
    keys_ = {};
}

}  // namespace kanon::classes
