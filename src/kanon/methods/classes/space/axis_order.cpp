// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace kanon::classes {

std::vector<std::size_t> axes_by_name(const Task& task) {
    std::vector<std::size_t> axes(task.quasi_identifiers.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) {
        return task.quasi_identifiers[a].name < task.quasi_identifiers[b].name;
    });
    return axes;
}

std::vector<std::size_t> axes_dearest_first(const TypeSpace& space) {
    const auto cost = [&](std::size_t axis, std::uint32_t type, std::uint32_t other) {
        return space.cost_of_pair(axis, space.place(type, axis), space.place(other, axis));
    };
    return axes_dearest_first(space.size(), space.type_count(), cost);
}

}  // namespace kanon::classes
