// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/flat_index.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::linked {

/// Numbers lists of numbers: equal ones alike.
class ListNumbers {
public:
    std::uint32_t number(std::span<const std::uint32_t> list) {
        const std::uint64_t hash = hash_of(list);
        const auto is_same = [&](std::uint32_t other) {
            return std::ranges::equal(list_at(other), list);
        };
        std::uint32_t& found = index_.find(hash, is_same);
        if (found != FlatIndex::kNone) {
            return found;
        }
        const auto out = static_cast<std::uint32_t>(starts_.size() - 1);
        found = out;
        values_.insert(values_.end(), list.begin(), list.end());
        starts_.push_back(values_.size());
        index_.added([this](std::uint32_t other) { return hash_of(list_at(other)); });
        return out;
    }

    [[nodiscard]] std::uint32_t size() const {
        return static_cast<std::uint32_t>(starts_.size() - 1);
    }

private:
    [[nodiscard]] std::span<const std::uint32_t> list_at(std::uint32_t number) const {
        return std::span(values_).subspan(starts_[number],
                                          starts_[number + std::size_t{1}] - starts_[number]);
    }

    static std::uint64_t hash_of(std::span<const std::uint32_t> list) {
        std::uint64_t out = list.size() + 1;
        for (const std::uint32_t value : list) {
            out = (out ^ value) * 0x9E3779B97F4A7C15ULL;
            out ^= out >> 29U;
        }
        return out * 0xFF51AFD7ED558CCDULL;
    }

    FlatIndex index_;
    std::vector<std::uint32_t> values_;
    std::vector<std::size_t> starts_{0};
};

}  // namespace kanon::linked
