// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// Which rows a reader of a release takes for starred throughout, and what they are then: decided
/// here alone, whether a recoding is carried out, carried over, saved or judged.
namespace kanon {

/// Per value of a released domain: it is spelled `*`, be it a star or a label.
[[nodiscard]] std::vector<bool> values_spelled_star(const ReleasedDomain& domain,
                                                    const Hierarchy* hierarchy);

/// What is asked of each attribute in turn.
struct StarredAttributes {
    std::size_t count = 0;
    std::function<std::vector<bool>(std::size_t)> stars;  ///< values_spelled_star()
    std::function<std::vector<std::uint32_t>(std::size_t)>
        values;  ///< of each row type, or kNoValue
};

/// Per row type (or tuple): no attribute tells anything of it, for each value is a star or there is
/// none. Empty if that is true of no type. Cost O(types * attributes).
[[nodiscard]] std::vector<bool> starred_throughout(const StarredAttributes& attributes);

/// Rows starred throughout beside others are a class if there are enough of them, else suppressed
/// rows. Where nothing else is released and nothing is suppressed, the table is fully generalized:
/// they are one class (Ciriani et al. 2007, Def. 5).
[[nodiscard]] constexpr bool are_star_class(std::uint64_t starred_rows,
                                            std::uint64_t star_class_rows) {
    return starred_rows >= star_class_rows;
}

}  // namespace kanon
