// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Row types in the order of a number that each has; types of one number ascend.
class NumberedTypes {
public:
    /// Types whose number is not below `count` are left out. Cost O(types + count).
    NumberedTypes(std::span<const std::uint32_t> number_of_type, std::size_t count)
        : starts_(count + 1) {
        for (const std::uint32_t number : number_of_type) {
            if (number < count) {
                ++starts_[number + std::size_t{1}];
            }
        }
        for (std::size_t number = 0; number < count; ++number) {
            starts_[number + 1] += starts_[number];
        }
        types_.resize(starts_.back());
        std::vector<std::size_t> next = starts_;
        for (std::uint32_t type = 0; type < number_of_type.size(); ++type) {
            if (number_of_type[type] < count) {
                types_[next[number_of_type[type]]++] = type;
            }
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t number) const {
        return std::span(types_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
    }

private:
    std::vector<std::size_t> starts_;
    std::vector<std::uint32_t> types_;
};

}  // namespace kanon
