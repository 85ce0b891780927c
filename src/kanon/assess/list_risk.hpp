// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"
#include "kanon/risk/assessment.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::detail {

/// Lists of items, those of each row ascending, each once.
struct RowLists {
    std::vector<std::uint64_t> starts{0};
    std::vector<std::uint32_t> items;

    void add(std::span<const std::uint32_t> list);

    [[nodiscard]] std::size_t rows() const { return starts.size() - 1; }

    [[nodiscard]] std::span<const std::uint32_t> row(std::size_t at) const {
        return std::span(items).subspan(starts[at], starts[at + 1] - starts[at]);
    }
};

/// Per row: the rows of its group, itself among them, that have all of those up to `most` items of
/// its list that fewest have; 0 for an empty list. Sets that one row alone has are not extended.
/// Cost O(s log s) for the s sets of up to `most` items. \throws Error{cancelled}
[[nodiscard]] std::vector<std::uint64_t> fewest_holders(const RowLists& lists,
                                                        std::span<const std::uint32_t> group_of_row,
                                                        std::size_t most,
                                                        const RunContext& context);

/// Who is found in the table by m items of their list, as the policy has m; none: it has no column
/// of lists. `types`: the rows as the quasi-identifiers tell them apart. \throws Error{cancelled}
[[nodiscard]] std::optional<risk::ListRisk> list_risk(const Problem& problem,
                                                      const TypedRows& types,
                                                      double threshold,
                                                      const RunContext& context);

/// The same of a release, by what its lists show.
void add_released_lists(const Problem& problem,
                        const Release& release,
                        const ReleasedClasses& classes,
                        double threshold,
                        const RunContext& context,
                        risk::ListRisk& risk);

}  // namespace kanon::detail
