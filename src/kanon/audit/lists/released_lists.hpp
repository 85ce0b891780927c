// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"
#include "kanon/problem/list_column.hpp"
#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::auditing {

/// An item of released lists by its text: whoever reads a release knows no more of it.
struct ReleasedItem {
    std::vector<Code> covers;   ///< items of the original that it may stand for; ascend
    bool is_sensitive = false;  ///< all of these are
};

/// The lists of a released column as they read. Numbers of items follow their texts.
struct ReleasedLists {
    std::vector<ReleasedItem> items;
    /// Of each released code: its items, ascending, each once; none: it is no list of items.
    std::vector<std::optional<std::vector<std::uint32_t>>> of_code;
};

/// Read a released column: cells are parted as the policy parts them, texts are found among items
/// and labels. Cost O(distinct cells + hierarchy).
[[nodiscard]] ReleasedLists read_lists(const ListColumn& list, const Column& released);

/// The columns of lists, original and released, and how their rows belong together.
struct ListEvidence {
    const Evidence* evidence = nullptr;
    const Pairing* pairing = nullptr;
    const ListColumn* list = nullptr;
    const Column* original = nullptr;
    const Column* released = nullptr;
    ReleasedLists lists;

    /// What a row's list reads as; empty for a suppressed row and an unreadable cell.
    [[nodiscard]] std::span<const std::uint32_t> row(std::size_t row) const;
};

}  // namespace kanon::auditing
