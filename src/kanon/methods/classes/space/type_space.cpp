// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/type_space.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/parallel_sort.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace kanon::classes {
namespace {

constexpr std::size_t kTableSize = 256;       ///< greatest axis whose extents are listed
constexpr std::size_t kTypesPerSlice = 8192;  ///< types that a thread takes at a time

/// What makes a loss a cost: the weights of all axes are the whole.
double scale_of(const std::vector<Axis>& axes) {
    double total = 0;
    for (const Axis& axis : axes) {
        total += axis.weight();
    }
    return total > 0 ? TypeSpace::kWhole / total : 0;
}

/// The places of each type of a task, on each axis.
std::vector<Place> places_in_task(const Task& task,
                                  const std::vector<Axis>& axes,
                                  unsigned threads) {
    const RowTypes& types = task.row_types();
    std::vector<Place> places(types.size() * axes.size());
    parallel_for(types.size(), kTypesPerSlice, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            types.columns[axis].visit([&](const auto codes) {
                for (std::size_t type = begin; type < end; ++type) {
                    places[type * axes.size() + axis] = axes[axis].place_of(codes[type]);
                }
            });
        }
    });
    return places;
}

/// Of so many equal rows those that are a part each.
std::uint32_t rows_alone(std::uint32_t rows, std::uint64_t part_rows) {
    return rows < 2 * part_rows ? rows : static_cast<std::uint32_t>(rows % part_rows + part_rows);
}

}  // namespace

TypeSpace::TypeSpace(const Task& task,
                     const std::vector<Axis>& axes,
                     std::uint64_t part_rows,
                     unsigned threads)
    : axes_(axes),
      by_name_(classes::axes_by_name(task)),
      halves_(2 * scale_of(axes)),
      layout_(axes),
      costs_(axes.size()) {
    const std::vector<Place> places = places_in_task(task, axes, threads);
    const std::size_t count = task.row_types().size();
    take_types(task.row_types().counts, order_by_places(places, count, threads), part_rows);
    take_places(places, threads);
    list_costs();
}

/// The types in the order of their places, on the axes by name: by the first of them as one number,
/// as many as fit in it.
std::vector<std::uint32_t> TypeSpace::order_by_places(const std::vector<Place>& places,
                                                      std::size_t count,
                                                      unsigned threads) const {
    struct Key {
        std::uint64_t first = 0;
        std::uint32_t type = 0;
    };

    const auto place_of = [&](std::size_t type, std::size_t turn) {
        return places[type * axes_.size() + by_name_[turn]];
    };
    std::size_t in_key = 0;
    std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
    while (in_key < axes_.size() && axes_[by_name_[in_key]].size() <= room) {
        room /= std::max<std::uint64_t>(axes_[by_name_[in_key]].size(), 1);
        ++in_key;
    }
    std::vector<Key> keys(count);
    parallel_for(count, kTypesPerSlice, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            keys[type].type = static_cast<std::uint32_t>(type);
            for (std::size_t turn = 0; turn < in_key; ++turn) {
                keys[type].first =
                    keys[type].first * axes_[by_name_[turn]].size() + place_of(type, turn);
            }
        }
    });
    parallel_sort(keys, threads, [&](const Key& a, const Key& b) {
        if (a.first != b.first) {
            return a.first < b.first;
        }
        std::size_t turn = in_key;
        while (turn < axes_.size() && place_of(a.type, turn) == place_of(b.type, turn)) {
            ++turn;
        }
        return turn < axes_.size() && place_of(a.type, turn) < place_of(b.type, turn);
    });
    std::vector<std::uint32_t> order(keys.size());
    std::ranges::transform(keys, order.begin(), &Key::type);
    return order;
}

/// The types in this order, or the parts of each.
void TypeSpace::take_types(std::span<const std::uint32_t> rows_of_type,
                           std::vector<std::uint32_t> order,
                           std::uint64_t part_rows) {
    if (part_rows != kNoParts) {
        for (const std::uint32_t type : order) {
            const std::uint32_t rows = rows_of_type[type];
            const std::uint32_t alone = rows_alone(rows, part_rows);
            const std::uint32_t parts = alone + (rows > alone ? 1 : 0);
            order_.insert(order_.end(), parts, type);
            counts_.insert(counts_.end(), alone, 1);
            counts_.resize(order_.size(), rows - alone);
        }
        return;
    }
    order_ = std::move(order);
    counts_.reserve(order_.size());
    for (const std::uint32_t type : order_) {
        counts_.push_back(rows_of_type[type]);
    }
}

/// \param of_task those of the task's types
void TypeSpace::take_places(std::span<const Place> of_task, unsigned threads) {
    places_.resize(order_.size() * axes_.size());
    parallel_for(order_.size(), kTypesPerSlice, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            std::copy_n(of_task.data() + order_[type] * axes_.size(),
                        axes_.size(),
                        places_.data() + type * axes_.size());
        }
    });
}

void TypeSpace::list_costs() {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        AxisCosts& costs = costs_[axis];
        const std::size_t places = axes_[axis].size();
        costs.by_set = axes_[axis].by_set();
        any_sets_ = any_sets_ || costs.by_set;
        costs.words = axes_[axis].words();
        costs.places = places;
        if (costs.by_set) {
            for (std::size_t count = 0; count <= places; ++count) {
                costs.table.push_back(as_cost(axes_[axis].loss_of_count(count)));
            }
            continue;
        }
        if (places > kTableSize && axes_[axis].by_range()) {
            costs.ranges = range_costs_of(axes_[axis]);
            continue;
        }
        if (places > kTableSize) {
            for (const std::vector<double>& of_place : axes_[axis].losses_of_labels()) {
                std::ranges::transform(of_place,
                                       std::back_inserter(costs.labels),
                                       [this](double loss) { return as_cost(loss); });
            }
            continue;
        }
        costs.table.resize(places * places);
        for (Place low = 0; low < places; ++low) {
            for (Place high = low; high < places; ++high) {
                costs.table[low * places + high] = as_cost(axes_[axis].loss(Extent{low, high}));
            }
        }
    }
}

RangeCosts TypeSpace::range_costs_of(const Axis& axis) const {
    RangeCosts out;
    out.missing = static_cast<Place>(axis.size());
    out.with_missing = as_cost(axis.weight());
    for (Place place = 0; place < axis.size(); ++place) {
        const bool missing = axis.is_missing(place);
        const double alone = missing ? 0 : axis.loss(Extent{place, place});
        const double up_to = missing ? 0 : axis.loss(Extent{0, place});
        out.missing = missing ? place : out.missing;
        out.up_to.push_back(halves_ * up_to);
        out.below.push_back(halves_ * (up_to - alone));
    }
    return out;
}

RowCost TypeSpace::long_extent_cost(std::size_t axis, Extent extent) const {
    const AxisCosts& costs = costs_[axis];
    return costs.labels.empty()
               ? costs.ranges.of(extent)
               : costs.labels[axes_[axis].level(extent) * costs.places + extent.low];
}

void TypeSpace::take_cover(std::uint32_t type, std::span<Word> cover) const {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        axes_[axis].take(cover.data() + start(axis), place(type, axis));
    }
}

void TypeSpace::widen_cover(std::span<Word> cover, std::uint32_t type) const {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        axes_[axis].widen(cover.data() + start(axis), place(type, axis));
    }
}

RowCost TypeSpace::widen(std::span<Word> cover, std::uint32_t type) const {
    RowCost cost_of_row = 0;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        Word* const at = cover.data() + start(axis);
        axes_[axis].widen(at, place(type, axis));
        cost_of_row += cost(axis, at);
    }
    return cost_of_row;
}

RowCost TypeSpace::widen(std::span<Word> cover, std::span<const Word> other) const {
    RowCost cost_of_row = 0;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        Word* const at = cover.data() + start(axis);
        axes_[axis].widen(at, other.data() + start(axis));
        cost_of_row += cost(axis, at);
    }
    return cost_of_row;
}

}  // namespace kanon::classes
