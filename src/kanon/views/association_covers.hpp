// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon {

/// No set of values is known to be a cover.
inline constexpr std::uint32_t kNoCover = std::numeric_limits<std::uint32_t>::max();

/// Groups of rows in which identifiers and sensitive values may be paired in any way.
struct PairedGroups {
    std::span<const std::uint32_t> group_of_row;
    const CodeVector* identifiers = nullptr;
    const CodeVector* sensitive = nullptr;
    std::span<const std::uint8_t> identifiers_shown{};  ///< per row 0 or 1; empty: all are
    std::span<const std::uint8_t> sensitive_shown{};    ///< the same
};

/// How the rows of a view are counted.
enum class Duplicates {
    kept,               ///< as many as there are
    dropped,            ///< each once, and whoever is alone in a group has all of its values
    dropped_some_alone  ///< each once; who is alone in a group need not have them all
};

/// The least association cover of each identifier, by its code: values of which it has one,
/// whatever pairing of the groups is the true one. Of m rows of an identifier in a group of n
/// sensitive values the most frequent values that are more than n - m together: fewer leave m
/// others, which may be its own. kNoCover for identifiers that no row shows. Cost O(n log n).
[[nodiscard]] std::vector<std::uint32_t> least_covers(const PairedGroups& groups,
                                                      Duplicates duplicates,
                                                      std::size_t identifier_count);

}  // namespace kanon
