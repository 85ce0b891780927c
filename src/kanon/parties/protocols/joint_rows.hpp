// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/masked_sums.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>

namespace kanon::parties {

/// How many rows all sites have.
/// \throws Error{infeasible} at all of them if these are fewer than k; Error{bad_input} if they are
/// fewer than one's own, or 2^32 and more
[[nodiscard]] std::uint64_t joint_row_count(const Task& own, MaskedSums& sums);

}  // namespace kanon::parties
