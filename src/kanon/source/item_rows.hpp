// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/table/table.hpp"

namespace kanon::detail {

/// The table with a column of lists for each attribute whose items stand in rows of a file of their
/// own (`items-file`): the items of all rows with the value of the row's key, in the order of the
/// file. A row without any has an empty list.
/// \throws Error{bad_policy}: the table has a column of that name already, or one of the keys or
/// the column of items is not there; Error{bad_input}: a key stands for two rows of the table, or
/// an item is of nobody there; as reading a file. Cost O(rows of both).
[[nodiscard]] Table with_item_rows(Table table, const Policy& policy, const RunContext& context);

}  // namespace kanon::detail
