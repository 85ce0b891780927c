// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/independent_parts.hpp"

#include "kanon/methods/shared/disjoint_sets.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::cell_suppression {
std::vector<IndependentPart> independent_parts(const StarCells& cells, std::size_t types) {
    DisjointSets sets(types);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        for (const std::uint32_t type : cells.of(cell)) {
            sets.join(cells.of(cell).front(), type);
        }
    }
    std::vector<IndependentPart> out;
    std::vector<std::size_t> part_of(types);
    for (std::uint32_t type = 0; type < types; ++type) {
        const std::uint32_t first = sets.find(type);
        if (first == type) {
            part_of[type] = out.size();
            out.emplace_back();
        }
        out[part_of[first]].types.push_back(type);
    }
    std::vector<std::size_t> entries(out.size());
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
        const std::size_t part = part_of[sets.find(cells.of(cell).front())];
        out[part].cells.push_back(cell);
        entries[part] += cells.of(cell).size();
    }
    std::vector<std::size_t> order(out.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&entries](std::size_t a, std::size_t b) {
        return entries[a] < entries[b];
    });
    std::vector<IndependentPart> sorted;
    sorted.reserve(out.size());
    for (const std::size_t part : order) {
        sorted.push_back(std::move(out[part]));
    }
    return sorted;
}

IndependentPart whole_part(const StarCells& cells, std::size_t types) {
    IndependentPart out;
    out.types.resize(types);
    std::iota(out.types.begin(), out.types.end(), 0U);
    out.cells.resize(cells.size());
    std::iota(out.cells.begin(), out.cells.end(), 0U);
    return out;
}

}  // namespace kanon::cell_suppression
