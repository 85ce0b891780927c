// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// What saving a recoding of a table, and carrying one over to it, needs to know of the table.
/// Nothing is owned.
struct TableFacts {
    struct Attribute {
        std::string_view name;
        const Dictionary* dictionary = nullptr;
        const Hierarchy* hierarchy = nullptr;
        Level least_level = 0;     ///< that may be released
        Level greatest_level = 0;  ///< <= hierarchy->height()
    };

    std::vector<Attribute> attributes;      ///< the quasi-identifiers, in the order of `types`
    std::vector<std::string_view> columns;  ///< names of all columns
    const RowTypes* types = nullptr;
    std::uint64_t least_class_rows = 1;  ///< of every class that holds the models
    std::uint64_t star_class_rows = 0;   ///< see are_star_class()
    bool keeps_suppressed = true;        ///< suppressed rows stay in the release, as stars
    /// True if these row types, with so many rows in all, hold every model as one class. Asked by
    /// one thread at a time.
    std::function<bool(std::uint64_t rows, std::span<const std::uint32_t> types)> holds;
    /// What only those know who have the whole table; null: nothing is sealed for it.
    std::function<std::string()> content{};
    std::string promises{};  ///< of the release of it, spelled
};

}  // namespace kanon
