// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/policy.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::detail {

/// Rows of the table per code of the column. Cost O(n).
[[nodiscard]] std::vector<std::uint64_t> rows_of_codes(const Column& column);

/// The values that a hierarchy is built over: all but those that coding made one at the ends.
[[nodiscard]] std::shared_ptr<const Dictionary> closed_dictionary(const Column& column);

/// The hierarchy that stands for `auto`: masks for columns named like postal codes whose values
/// have one length, else as default_hierarchy(). Never `automatic`; marked as made up.
[[nodiscard]] HierarchySpec automatic_spec(const Column& column);

}  // namespace kanon::detail
