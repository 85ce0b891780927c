// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
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
    constexpr std::uint32_t kMostPairs = 1024;
    const auto half = static_cast<std::uint32_t>(space.type_count() / 2);
    std::vector<std::uint64_t> sums(space.size());
    for (std::uint32_t type = 0; type < half; type += half / kMostPairs + 1) {
        for (std::size_t axis = 0; axis < space.size(); ++axis) {
            sums[axis] +=
                space.cost_of_pair(axis, space.place(type, axis), space.place(type + half, axis));
        }
    }
    std::vector<std::size_t> axes(space.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::ranges::stable_sort(axes, std::greater<>(), [&](std::size_t axis) { return sums[axis]; });
    return axes;
}

}  // namespace kanon::classes
