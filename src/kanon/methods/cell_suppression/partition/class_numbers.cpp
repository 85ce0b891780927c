// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/partition/class_numbers.hpp"

namespace kanon::cell_suppression {

std::uint32_t ClassNumbers::number(Pattern stars, std::uint32_t type) {
    std::pair<Pattern, std::vector<std::uint64_t>> key{stars, packed_.shown_values(stars, type)};
    const auto [at, is_new] = numbers_.try_emplace(std::move(key), 0);
    if (is_new) {
        at->second = partition_.add_class(stars, type);
    }
    return at->second;
}

}  // namespace kanon::cell_suppression
