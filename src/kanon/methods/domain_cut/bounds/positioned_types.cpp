// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bounds/positioned_types.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::domain_cut {

PositionedTypes::PositionedTypes(const Task& task, const CutSpace& space)
    : row_types_(task.row_types()),
      positions_(static_cast<std::uint32_t>(space.positions)),
      position_(task.row_types().size()),
      by_position_(task.row_types().size()) {
    if (space.pivot) {
        task.row_types().columns[*space.pivot].visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                position_[type] = space.position_of_code[codes[type]];
            }
        });
    }
    std::iota(by_position_.begin(), by_position_.end(), 0U);
    std::stable_sort(by_position_.begin(), by_position_.end(), [&](auto a, auto b) {
        return position_[a] < position_[b];
    });
}

void PositionedTypes::assign(std::span<const std::uint32_t> types,
                             std::span<const std::uint32_t> group_of_type,
                             std::size_t groups) {
    types_.assign(
        types.size(),
        groups,
        [&](std::size_t place) { return group_of_type[types[place]]; },
        [&](std::size_t place) { return types[place]; });
}

std::uint64_t PositionedTypes::rows(std::size_t of_group) const {
    std::uint64_t rows = 0;
    for (const std::uint32_t type : group(of_group)) {
        rows += row_types_.counts[type];
    }
    return rows;
}

/// Returns how many stops there are; later ones in stops_ are left over.
std::size_t PositionedTypes::sum_stops(std::span<const std::uint32_t> types,
                                       const TallyLoss& loss) {
    std::size_t stops = 0;
    for (std::uint32_t at = 0; at < types.size(); ++at) {
        const std::uint32_t here = position_[types[at]];
        if (stops == 0 || stops_[stops - 1].position != here) {
            if (stops == stops_.size()) {
                stops_.push_back({.tally = loss.empty_tally()});
            }
            stops_[stops].position = here;
            stops_[stops++].tally.clear();
        }
        loss.add_type(types[at], stops_[stops - 1].tally);
        stops_[stops - 1].end_type = at + 1;
    }
    return stops;
}

}  // namespace kanon::domain_cut
