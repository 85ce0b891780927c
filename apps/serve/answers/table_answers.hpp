// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "state/policy_tree.hpp"

#include <cstdint>

/// What the page shows of a table as it was read.
namespace kanon::serve {

/// The first rows, cells as text, and what the columns were taken for.
[[nodiscard]] Json first_rows_json(const Table& table, std::size_t most);

/// What each column is taken for, why, and its values as a small histogram: numbers and dates in
/// equal steps, texts by the commonest.
[[nodiscard]] Json columns_json(const Inspection& seen, const Table& table);

/// Rows that no other row is like in the quasi-identifiers of a policy, and how many these are.
[[nodiscard]] Json alone_json(const Policy& policy, const Table& table, unsigned threads);

}  // namespace kanon::serve
