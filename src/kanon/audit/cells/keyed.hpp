// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace kanon::auditing {

/// Hold every cell that the policy codes under a secret key against the cell as it was read. Each
/// value has one pseudonym, of the form that is stated, and no two values have the same; the dates
/// of a person, in all columns of the same persons and key, are shifted by one number of days,
/// which the stated range allows, and times of day are what they were. What is missing is missing.
/// Where the key is at hand each pseudonym and shift is derived by it again. `rows_of` says how
/// many rows an original one counts as. Cost O(n) for each column, and a hash for each of its
/// values.
[[nodiscard]] std::vector<KeyedFigures> judge_keyed(
    const Problem& problem,
    const std::function<std::uint64_t(std::size_t)>& rows_of,
    FaultLog& log);

}  // namespace kanon::auditing
