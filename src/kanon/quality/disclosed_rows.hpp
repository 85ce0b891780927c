// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/figures.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// Count the disclosed rows of some columns of a release, in their order; suppressed rows show
/// nothing, and a missing value is none. \pre the release has the columns. Cost O(n) for each.
/// Same result for any thread count.
[[nodiscard]] std::vector<DisclosedRows> count_disclosed_rows(const ReleasedClasses& classes,
                                                              const Table& released,
                                                              std::span<const std::string> columns,
                                                              unsigned threads);

}  // namespace kanon
