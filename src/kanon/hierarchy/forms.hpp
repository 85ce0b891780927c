// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What is asked of a hierarchy, in words that need no values.
namespace kanon {

/// A step of generalization; 0 is the original value.
using Level = std::uint8_t;

/// The greatest height of a hierarchy.
inline constexpr std::size_t kMaxHeight = 64;

/// A node of an inline tree: a label over children, or a leaf value.
struct HierarchyTree {
    std::string label;
    std::vector<HierarchyTree> children;  ///< empty: a leaf
};

/// What dates and times are made coarser to. Bands of years begin at a multiple of their length, so
/// that each holds whole ones of the band before.
enum class Period : std::uint8_t {
    hour,
    day,
    month,
    quarter,
    year,
    five_years,
    ten_years,
    twenty_years,
    century
};

/// How many years a period has; 1 for what is no more than a year.
[[nodiscard]] int years_of(Period period);

[[nodiscard]] std::string_view to_string(Period period);

}  // namespace kanon
