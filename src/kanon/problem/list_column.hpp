// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/privacy/models/km_anonymity.hpp"
#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// A column of lists of items, and what is promised of them; bound once, as a Problem is.
struct ListColumn {
    std::size_t column = 0;  ///< of the table
    std::string separator;
    Hierarchy hierarchy;  ///< over the items; no text is that of two nodes with other items
    bool hierarchy_given = false;
    /// Of each distinct cell of the column, by its code: where its items begin in `items`; and the
    /// end.
    std::vector<std::uint64_t> starts;
    std::vector<Code> items;     ///< codes of the hierarchy's dictionary; those of a cell ascend
    std::uint64_t repeated = 0;  ///< items of rows that their list has more than once, beyond one
    ListPromise promise;
    std::vector<bool> sensitive;  ///< per item
    std::string method;           ///< of list_methods()
    bool may_drop = true;         ///< rare items may be left out of single lists

    /// The items of a cell.
    [[nodiscard]] std::span<const Code> items_of(Code cell) const {
        return std::span(items).subspan(starts[cell], starts[cell + std::size_t{1}] - starts[cell]);
    }
};

}  // namespace kanon
