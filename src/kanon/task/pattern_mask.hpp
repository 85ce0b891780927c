// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/forms.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace kanon {

/// Which quasi-identifiers of a row are starred: bit j for the j-th.
using Pattern = std::uint64_t;

/// Quasi-identifiers that patterns can speak of.
inline constexpr std::size_t kMostPatternAttributes = 64;

/// Patterns that a mask may have to be listed.
inline constexpr std::size_t kMostPatterns = std::size_t{1} << 20U;

/// The patterns that a released row may have, as rules. The pattern that stars everything is apart:
/// see `all_star`.
struct PatternMask {
    bool given = false;          ///< by the policy: every row is held to it
    std::size_t attributes = 0;  ///< m
    std::size_t max_stars = std::numeric_limits<std::size_t>::max();
    Pattern never = 0;                ///< attributes that no row may star
    Pattern always = 0;               ///< attributes that every row must star
    std::vector<Pattern> together{};  ///< all of these, or none
    std::vector<Pattern> at_most_one{};
    std::vector<Pattern> list{};  ///< ascending; empty: every pattern that keeps the rules
    AllStar all_star = AllStar::outliers;

    /// The pattern of all attributes. \pre attributes <= kMostPatternAttributes
    [[nodiscard]] Pattern everything() const;

    /// True if a row may be released so. False for everything(), whatever `all_star` is.
    [[nodiscard]] bool allows(Pattern pattern) const;

    /// All patterns that are allowed, ascending. Cost O(m * patterns * rules) at most.
    /// \throws Error{bad_policy} if there are more than kMostPatterns, or too many attributes.
    [[nodiscard]] std::vector<Pattern> patterns() const;
};

}  // namespace kanon
