// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// Codes of a row side by side, the first digit in the highest bits: the order of keys is the order
/// of the code rows.
using Key = std::uint64_t;

inline constexpr unsigned kKeyBits = 64;

/// One digit of a key: a run of codes and the number of bits they need. Not owned.
struct Digit {
    const CodeVector* codes = nullptr;  ///< null: `ranks`
    const std::vector<std::uint32_t>* ranks = nullptr;
    unsigned bits = 0;
};

/// How the keys of rows are made. \pre the bits of all digits are at most kKeyBits in sum.
using KeyMaker = std::vector<Digit>;

/// Bits that tell `size` codes apart.
[[nodiscard]] unsigned bits_for(std::size_t size);

/// The distinct keys, ascending, how many rows have each, and which each row has.
struct Groups {
    std::vector<Key> keys;
    std::vector<std::uint32_t> counts;
    std::vector<std::uint32_t> group_of_row;
};

/// Group rows by key. A sample tells whether keys are few, then a hash table that stays in the
/// cache numbers them and they alone are sorted, or many, then the rows are split into key ranges
/// that are sorted within the cache. Cost O(n (digits + key bytes)) time, at most 22 bytes per row
/// beyond group_of_row. Same result for any thread count.
[[nodiscard]] Groups group_rows(const KeyMaker& maker, std::size_t rows, unsigned threads);

}  // namespace kanon
