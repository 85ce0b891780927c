// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/spelling/reading.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// One attribute of classes that stand ready for rows. Nothing is owned.
struct PlacingAttribute {
    const ReadDomain* read = nullptr;               ///< what the released values mean here
    std::span<const std::uint32_t> value_of_class;  ///< one per class: place in read->domain
    const Hierarchy* hierarchy = nullptr;           ///< may be null
    const Dictionary* dictionary = nullptr;         ///< of the table the rows come from
};

/// A class for each row type, one whose every value covers the values of the type, or
/// kSuppressedClass where there is none. A value that cannot be read covers nothing. \pre at least
/// one attribute; attributes as in `types`; each has the same number of classes.
///
/// Where the classes do not overlap there is no choice. Where they do (labels, stars) the first 32
/// that cover a type are its options: types with fewer options are placed first, each in the option
/// that has the most rows of those below `least_rows`, or in the first if all have as many. What is
/// then in a class below `least_rows` moves to the first option that is not.
///
/// Per attribute and code, a bitset of the classes that cover the code, and one of its words that
/// are not zero; the options are the bits that all codes of a type share. Classes are taken in
/// blocks so that the bitsets stay below 256 MiB. Cost O(t m c / 4096) for t types, c classes where
/// few words are shared, O(t m c / 64) at worst, and O(values covered) per block for the bitsets;
/// some 40 bytes per type. Same result for any thread count.
[[nodiscard]] std::vector<std::uint32_t> place_types(const RowTypes& types,
                                                     std::span<const PlacingAttribute> attributes,
                                                     std::uint64_t least_rows,
                                                     unsigned threads);

}  // namespace kanon
