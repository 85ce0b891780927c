// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/task.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace kanon::classes {

/// The numbers of the attributes in the order of their names: what goes by it does not depend on
/// the order of the columns.
[[nodiscard]] std::vector<std::size_t> axes_by_name(const Task& task);

/// The numbers of so many axes, those first on which types far apart in their order lose most
/// together, as loss_on(axis, type, other) says of some of them: what is a sum over the axes is
/// soon too much by it. Of equals the first. Cost O(m) for the types asked.
template <class LossOn>
[[nodiscard]] std::vector<std::size_t> axes_dearest_first(std::size_t axes,
                                                          std::size_t types,
                                                          const LossOn& loss_on) {
    constexpr std::size_t kMostPairs = 1024;
    const std::size_t half = types / 2;
    std::vector<double> sums(axes);
    for (std::size_t type = 0; type < half; type += half / kMostPairs + 1) {
        for (std::size_t axis = 0; axis < axes; ++axis) {
            sums[axis] += static_cast<double>(loss_on(
                axis, static_cast<std::uint32_t>(type), static_cast<std::uint32_t>(type + half)));
        }
    }
    std::vector<std::size_t> order(axes);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t axis) { return sums[axis]; });
    return order;
}

/// Those of a space.
[[nodiscard]] std::vector<std::size_t> axes_dearest_first(const TypeSpace& space);

}  // namespace kanon::classes
