// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>
#include <vector>

namespace kanon::detail {

/// True if the policy codes columns under a key that is not at hand.
[[nodiscard]] bool lacks_keys(const Problem& problem);

/// The columns whose key is not at hand, as a release beside them has them: each value has the
/// pseudonym of the first row of it that is not suppressed, and each person the shift of the first
/// date. Whether other rows agree, and no two values share a pseudonym, the auditor says. What is
/// suppressed throughout gets what a key thrown away makes. Empty where the release has not as many
/// rows as the table. Cost O(n) for each column.
[[nodiscard]] std::vector<std::shared_ptr<const Column>> keyed_columns_of(const Problem& problem,
                                                                          const Table& released);

}  // namespace kanon::detail
