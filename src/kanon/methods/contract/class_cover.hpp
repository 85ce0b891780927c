// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kanon::classes {

/// The place of a value on its attribute's axis.
using Place = std::uint32_t;

/// Least and greatest place of a class on an axis.
struct Extent {
    Place low = 0;
    Place high = 0;
};

/// What a class covers is kept in words, side by side for all axes: one for an extent; for a set of
/// places their number, then a bit for each place of the axis.
using Word = std::uint64_t;

inline constexpr std::size_t kWordBits = 64;

[[nodiscard]] inline Word word_of(Extent extent) {
    return (Word{extent.high} << 32U) | extent.low;
}

[[nodiscard]] inline Extent extent_of(Word word) {
    return {static_cast<Place>(word), static_cast<Place>(word >> 32U)};
}

[[nodiscard]] inline bool holds(Extent extent, Place place) {
    return extent.low <= place && place <= extent.high;
}

[[nodiscard]] inline Extent joined(Extent extent, Place place) {
    return {extent.low < place ? extent.low : place, extent.high > place ? extent.high : place};
}

[[nodiscard]] inline Extent joined(Extent a, Extent b) {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/// Words of a set of any of so many places.
[[nodiscard]] inline std::size_t set_words(std::size_t places) {
    return 1 + (places + kWordBits - 1) / kWordBits;
}

/// 1 if the place is in the set, else 0.
[[nodiscard]] inline Word set_holds(const Word* set, Place place) {
    return (set[1 + place / kWordBits] >> (place % kWordBits)) & 1U;
}

/// Put a place into a set. All words 0 are the empty set.
inline void set_add(Word* set, Place place) {
    set[0] += 1 - set_holds(set, place);
    set[1 + place / kWordBits] |= Word{1} << (place % kWordBits);
}

/// Put all places of another set of so many words into a set.
inline void set_join(Word* set, const Word* other, std::size_t words) {
    set[0] = 0;
    for (std::size_t i = 1; i < words; ++i) {
        set[i] |= other[i];
        set[0] += static_cast<Word>(std::popcount(set[i]));
    }
}

/// The least and the greatest of the bits that are set. \pre there is one
[[nodiscard]] inline Extent bits_extent(std::span<const Word> bits) {
    std::size_t first = 0;
    while (bits[first] == 0) {
        ++first;
    }
    std::size_t last = bits.size() - 1;
    while (bits[last] == 0) {
        --last;
    }
    const auto low = first * kWordBits + static_cast<std::size_t>(std::countr_zero(bits[first]));
    const auto high =
        (last + 1) * kWordBits - 1 - static_cast<std::size_t>(std::countl_zero(bits[last]));
    return {static_cast<Place>(low), static_cast<Place>(high)};
}

/// The least and the greatest place of a set of so many words. \pre it has one
[[nodiscard]] inline Extent set_extent(const Word* set, std::size_t words) {
    return bits_extent({set + 1, words - 1});
}

/// The number of places that are in one of two sets or in both.
[[nodiscard]] inline std::size_t joined_count(const Word* a, const Word* b, std::size_t words) {
    std::size_t count = 0;
    for (std::size_t i = 1; i < words; ++i) {
        count += static_cast<std::size_t>(std::popcount(a[i] | b[i]));
    }
    return count;
}

/// True if two sets of so many words have a place in common.
[[nodiscard]] inline bool sets_meet(const Word* a, const Word* b, std::size_t words) {
    Word common = 0;
    for (std::size_t i = 1; i < words; ++i) {
        common |= a[i] & b[i];
    }
    return common != 0;
}

}  // namespace kanon::classes
