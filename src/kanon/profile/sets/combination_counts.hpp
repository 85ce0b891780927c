// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::profile {

/// How many rows each combination of values has; combinations stand as 64-bit hashes. Open
/// addressing, at most half full. To be used again and again without a new allocation.
class CombinationCounts {
public:
    /// With room for so many combinations.
    explicit CombinationCounts(std::size_t most)
        : keys_(std::bit_ceil(std::max<std::size_t>(2, most * 2))),
          counts_(keys_.size()),
          shift_(64U - static_cast<unsigned>(std::bit_width(keys_.size() - 1))) {}

    void clear() { std::fill(counts_.begin(), counts_.end(), 0U); }

    void add(std::uint64_t key, std::uint32_t rows = 1) {
        std::size_t slot = key >> shift_;
        while (counts_[slot] != 0 && keys_[slot] != key) {
            slot = (slot + 1) & (keys_.size() - 1);
        }
        keys_[slot] = key;
        counts_[slot] += rows;
    }

    /// Rows of each slot; 0 where there is no combination.
    [[nodiscard]] const std::vector<std::uint32_t>& counts() const { return counts_; }

    /// Combinations of one row.
    [[nodiscard]] std::uint64_t alone() const {
        return static_cast<std::uint64_t>(std::count(counts_.begin(), counts_.end(), 1U));
    }

private:
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> counts_;
    unsigned shift_;
};

/// Spread the bits of a number over all 64 (the finalizer of SplitMix64).
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBULL;
    return number ^ (number >> 31U);
}

/// The hash of one cell; those of a combination are added up, and mixed() once more.
[[nodiscard]] inline std::uint64_t cell_hash(std::uint64_t code, std::uint64_t column) {
    return mixed((code + 1) * 0x9E3779B97F4A7C15ULL + (column + 1) * 0xD1B54A32D192ED03ULL);
}

}  // namespace kanon::profile
