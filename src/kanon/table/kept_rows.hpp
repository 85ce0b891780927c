// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/table.hpp"

#include <vector>

namespace kanon {

/// The rows of a table that are to be kept, in their order; dictionaries have the values of these
/// alone, in types and notations as before. \pre keep.size() == table.row_count(). Cost O(n m + d)
[[nodiscard]] Table kept_rows(const Table& table, const std::vector<bool>& keep);

}  // namespace kanon
