// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/policy.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon {

/// What a look at one column suggests.
struct ColumnSuggestion {
    std::string name;
    ValueType type = ValueType::text;
    std::uint64_t distinct = 0;  ///< missing not counted
    std::uint64_t missing_rows = 0;
    double unique_share = 0;  ///< rows whose value occurs once / rows
    Role role = Role::insensitive;
    std::string why;          ///< one line: name, type, distinct values, how far it singles out
    HierarchySpec hierarchy;  ///< for quasi-identifiers
};

/// Suggest roles and hierarchies from name (several languages), type, number of distinct values and
/// how far a column singles rows out. Columns that look like direct identifiers (names, e-mail,
/// phone, social security and record numbers, or nearly unique text) are identifying. Cost O(n m).
[[nodiscard]] std::vector<ColumnSuggestion> inspect(const Table& table);

/// A policy to start from.
[[nodiscard]] Policy suggested_policy(const std::vector<ColumnSuggestion>& suggestions);

}  // namespace kanon
