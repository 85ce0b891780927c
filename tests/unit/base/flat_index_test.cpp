// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/flat_index.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <unordered_map>
#include <vector>

namespace kanon {
namespace {

/// Numbers keys in the order they first come.
class Numbers {
public:
    Numbers(std::size_t slots, unsigned hash_bits) : index_(slots), hash_bits_(hash_bits) {}

    std::uint32_t of(std::uint64_t key) {
        std::uint32_t& found =
            index_.find(hash(key), [&](std::uint32_t number) { return keys_[number] == key; });
        if (found == FlatIndex::kNone) {
            found = static_cast<std::uint32_t>(keys_.size());
            keys_.push_back(key);
            index_.added([&](std::uint32_t number) { return hash(keys_[number]); });
            return static_cast<std::uint32_t>(keys_.size() - 1);
        }
        return found;
    }

private:
    /// Few bits make keys collide.
    [[nodiscard]] std::uint64_t hash(std::uint64_t key) const {
        const std::uint64_t mixed = key * 0x9E3779B97F4A7C15ULL;
        return hash_bits_ == 0 ? 0 : mixed >> (64U - hash_bits_) << (64U - hash_bits_);
    }

    FlatIndex index_;
    unsigned hash_bits_;
    std::vector<std::uint64_t> keys_;
};

TEST(FlatIndex, FindsWhatWasAddedHoweverTheHashesCollide) {
    for (const std::size_t slots : {std::size_t{2}, std::size_t{64}}) {
        for (const unsigned bits : {0U, 3U, 64U}) {
            Random random(1);
            Numbers numbers(slots, bits);
            std::unordered_map<std::uint64_t, std::uint32_t> expected;
            for (int i = 0; i < 3000; ++i) {
                const std::uint64_t key = random.below(700);
                const auto number = static_cast<std::uint32_t>(expected.size());
                EXPECT_EQ(numbers.of(key), expected.try_emplace(key, number).first->second);
            }
        }
    }
}

}  // namespace
}  // namespace kanon
