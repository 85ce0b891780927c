// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/row_graph.hpp"

#include "kanon/base/error.hpp"

#include <limits>
#include <string>

namespace kanon::cell_suppression {

RowGraph::RowGraph(const Task& task, const PatternCosts& costs)
    : task_(task), costs_(costs), slots_(task), packed_(task.row_types()) {}

std::int64_t RowGraph::cost(std::uint32_t a, std::uint32_t b) const {
    return static_cast<std::int64_t>(
        costs_.of(packed_.difference(slots_.type_of_slot[a], slots_.type_of_slot[b])));
}

StarCost RowGraph::class_cost(std::span<const std::uint32_t> rows) const {
    Pattern unlike = 0;
    for (const std::uint32_t row : rows) {
        unlike |= packed_.difference(slots_.type_of_slot[rows.front()], slots_.type_of_slot[row]);
    }
    return rows.size() * costs_.of(unlike);
}

bool RowGraph::alike(std::uint32_t a, std::uint32_t b) const {
    return slots_.type_of_slot[a] == slots_.type_of_slot[b];
}

bool RowGraph::has_twin(std::uint32_t row) const {
    return task_.row_types().counts[slots_.type_of_slot[row]] > 1;
}

std::int64_t RowGraph::share_of_ties() const {
    constexpr auto kMost =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 16;
    const std::uint64_t rows = size() + 1;
    const StarCost whole = costs_.of(task_.patterns.everything()) + 1;
    return whole <= kMost / rows / rows ? static_cast<std::int64_t>(rows) : 1;
}

void require_rows(std::string_view method, const Task& task, std::size_t most) {
    const std::size_t rows = task.row_types().row_count();
    if (rows > most) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(method) + "' matches rows two by two, so it takes " +
                        std::to_string(most) + " rows at most, not " + std::to_string(rows) +
                        "; take pattern-ilp or pattern-greedy");
    }
}

}  // namespace kanon::cell_suppression
