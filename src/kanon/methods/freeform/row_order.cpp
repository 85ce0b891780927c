// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/row_order.hpp"

#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace kanon::freeform {
namespace {

std::vector<std::size_t> axes_by_size(const Task& task, const TypeSpace& types) {
    std::vector<std::size_t> out = classes::axes_by_name(task);
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
        return types.axes()[a].size() < types.axes()[b].size();
    });
    return out;
}

}  // namespace

std::vector<std::uint32_t> rows_in_order(const Task& task, const RowSpace& space) {
    const TypeSpace& types = space.types();
    const std::vector<std::size_t> axes = axes_by_size(task, types);
    std::vector<std::uint32_t> order(types.type_count());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto differs = std::find_if(axes.begin(), axes.end(), [&](std::size_t axis) {
            return types.place(a, axis) != types.place(b, axis);
        });
        return differs != axes.end() && types.place(a, *differs) < types.place(b, *differs);
    });
    std::vector<std::uint32_t> rows;
    rows.reserve(space.size());
    for (const std::uint32_t type : order) {
        const std::uint32_t first = space.first_row(types.number_in_task(type));
        for (std::uint32_t i = 0; i < types.rows(type); ++i) {
            rows.push_back(first + i);
        }
    }
    return rows;
}

}  // namespace kanon::freeform
