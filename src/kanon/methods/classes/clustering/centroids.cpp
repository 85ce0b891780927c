// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/centroids.hpp"

#include <cmath>

namespace kanon::classes {

void Centroids::add_class(std::uint32_t type) {
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        middles_.push_back(middle_of(type, axis));
    }
    covers_.resize(covers_.size() + space_.cover_words());
    space_.take_cover(type, std::span(covers_).last(space_.cover_words()));
}

void Centroids::move(std::size_t of_class, std::uint32_t type) {
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        Middle& middle = middles_[of_class * space_.size() + axis];
        const Middle more = middle_of(type, axis);
        middle.sum += more.sum;
        middle.rows += more.rows;
        middle.mean = middle.rows > 0 ? middle.sum / middle.rows : 0;
    }
    space_.widen(cover(of_class), type);
}

void Centroids::set(std::size_t of_class, std::span<const std::uint32_t> types) {
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        middles_[of_class * space_.size() + axis] = middle_of(types.front(), axis);
    }
    space_.take_cover(types.front(), cover(of_class));
    for (const std::uint32_t type : types.subspan(1)) {
        move(of_class, type);
    }
}

RowCost Centroids::distance(std::size_t of_class, std::uint32_t type, RowCost enough) const {
    RowCost distance = 0;
    const Middle* middle = middles_.data() + of_class * space_.size();
    const Word* const cover = covers_.data() + of_class * space_.cover_words();
    for (std::size_t axis = 0; axis < space_.size() && distance < enough; ++axis, ++middle) {
        distance +=
            distance_on(axis, *middle, cover + space_.start(axis), space_.place(type, axis));
    }
    return distance;
}

std::span<Word> Centroids::cover(std::size_t of_class) {
    return std::span(covers_).subspan(of_class * space_.cover_words(), space_.cover_words());
}

Centroids::Middle Centroids::middle_of(std::uint32_t type, std::size_t axis) const {
    const Place place = space_.place(type, axis);
    Middle middle;
    const Axis& on = space_.axes()[axis];
    if (on.by_range() && !on.is_missing(place)) {
        middle.rows = space_.rows(type);
        middle.mean = on.number(place);
        middle.sum = middle.mean * middle.rows;
    }
    return middle;
}

RowCost Centroids::distance_on(std::size_t axis,
                               const Middle& middle,
                               const Word* cover,
                               Place place) const {
    const Axis& on = space_.axes()[axis];
    if (!on.by_range()) {
        return space_.cost_with(axis, cover, place);
    }
    const bool missing = on.is_missing(place);
    if (missing || middle.rows == 0) {
        return missing && middle.rows == 0 ? 0 : space_.as_cost(on.weight());
    }
    const double off = std::abs(on.number(place) - middle.mean);
    return space_.as_cost(on.weight() * (off / on.span()));
}

}  // namespace kanon::classes
