// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/release/release.hpp"

namespace kanon {

/// A problem of counted rows with each of its rows as often as it counts, for what looks at rows
/// one by one; as it is where rows are not counted. Cost O(n m)
[[nodiscard]] Problem with_single_rows(const Problem& counted);

/// A release of `counted` as one of with_single_rows(). The same cost.
[[nodiscard]] Release with_single_rows(const Release& release, const Problem& counted);

}  // namespace kanon
