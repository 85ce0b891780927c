// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstdint>

namespace kanon {

/// The problem for a search by a larger k: k-anonymity asks for `k` rows or persons in its place,
/// and limits of the risk, which k-anonymity keeps or whoever searches looks at, are left out. Row
/// types, and with them recodings, are those of the problem. \pre its first model is k-anonymity, k
/// is at least its k
[[nodiscard]] Problem with_larger_classes(const Problem& problem, std::uint64_t k);

}  // namespace kanon
