// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"

#include <vector>

namespace kanon::auditing {

/// True if a column is not released as it was read, but coded.
[[nodiscard]] bool is_coded(const Problem& problem, std::size_t column);

/// Hold every cell that the policy codes against the cell as it was read: values at or beyond top
/// and bottom are the open ends, others the nearest multiple or the value itself, missing is
/// missing; columns that the policy does not code are as they were read. Numbers are compared and
/// rounded by the auditor's own arithmetic. What is released is then judged against the coded
/// cells. Cost O(n) for each coded column, O(digits^2) for each of its values.
[[nodiscard]] std::vector<CodingFigures> judge_codings(const Evidence& evidence, FaultLog& log);

}  // namespace kanon::auditing
