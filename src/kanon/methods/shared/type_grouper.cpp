// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/type_grouper.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace kanon {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
constexpr unsigned kKeyBits = 64;
/// A table over all keys of so many bits fits in the second-level cache.
constexpr unsigned kDenseBits = 16;

std::uint64_t hash_of(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 32U);
}

unsigned bits_for(std::size_t count) {
    return count <= 1 ? 0 : static_cast<unsigned>(std::bit_width(count - 1));
}

}  // namespace

TypeGrouper::TypeGrouper(const RowTypes& types)
    : types_(types),
      keys_(types.size()),
      group_of_type_(types.size()),
      slots_(std::bit_ceil(2 * types.size() + 1)) {}

/// Number equal keys of so many bits, in the order of their first row type.
void TypeGrouper::number_keys(unsigned bits) {
    size_ = 0;
    if (bits <= kDenseBits) {
        number_dense_keys();
    } else {
        number_hashed_keys();
    }
}

void TypeGrouper::number_dense_keys() {
    group_of_key_.resize(std::size_t{1} << kDenseBits, kFree);
    for (std::size_t type = 0; type < keys_.size(); ++type) {
        std::uint32_t& group = group_of_key_[keys_[type]];
        if (group == kFree) {
            group = static_cast<std::uint32_t>(size_++);
        }
        group_of_type_[type] = group;
    }
    for (const std::uint64_t key : keys_) {
        group_of_key_[key] = kFree;
    }
}

void TypeGrouper::number_hashed_keys() {
    std::fill(slots_.begin(), slots_.end(), Slot{.key = 0, .group = kFree});
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t type = 0; type < keys_.size(); ++type) {
        const std::uint64_t key = keys_[type];
        std::size_t slot = hash_of(key) & mask;
        while (slots_[slot].group != kFree && slots_[slot].key != key) {
            slot = (slot + 1) & mask;
        }
        if (slots_[slot].group == kFree) {
            slots_[slot] = {.key = key, .group = static_cast<std::uint32_t>(size_++)};
        }
        group_of_type_[type] = slots_[slot].group;
    }
}

void TypeGrouper::group(std::span<const PartMap> maps) {
    KANON_CHECK(maps.size() == types_.attribute_count());
    std::fill(keys_.begin(), keys_.end(), std::uint64_t{0});
    unsigned used = 0;
    for (std::size_t j = 0; j < maps.size(); ++j) {
        const unsigned bits = bits_for(maps[j].part_count);
        if (bits == 0) {
            continue;
        }
        if (used + bits > kKeyBits) {
            // Go on with the number of what the key holds so far: at most 32 bits.
            number_keys(used);
            std::copy(group_of_type_.begin(), group_of_type_.end(), keys_.begin());
            used = bits_for(size_);
        }
        used += bits;
        types_.columns[j].visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                keys_[type] = (keys_[type] << bits) | maps[j].part_of_code[codes[type]];
            }
        });
    }
    number_keys(used);
}

}  // namespace kanon
