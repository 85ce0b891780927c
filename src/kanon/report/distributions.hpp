// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon {

/// One bar of a distribution.
struct Bar {
    std::string label;
    std::uint64_t rows = 0;
};

/// How the values of one attribute are spread over rows, before and after.
struct Distribution {
    std::string attribute;
    std::vector<Bar> before;  ///< values, or bins of numbers with round edges
    std::vector<Bar> after;   ///< released spellings, most frequent first
};

/// Most bars of one side; the rest is pooled as "other".
inline constexpr std::size_t kMostBars = 16;

/// Distributions of the quasi-identifiers and sensitive attributes. A value or bin is shown by
/// itself only if at least k released rows hold it; all others are pooled as "other (n values)", so
/// that no value that stands in suppressed rows alone is shown. Cost O(n) per attribute.
[[nodiscard]] std::vector<Distribution> distributions(const RunRecord& record);

}  // namespace kanon
