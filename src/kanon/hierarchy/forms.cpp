// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/forms.hpp"

#include <array>

namespace kanon {

std::string_view to_string(Period period) {
    constexpr std::array<std::string_view, 9> kNames{
        "hour", "day", "month", "quarter", "year", "5-years", "10-years", "20-years", "century"};
    return kNames[static_cast<std::size_t>(period)];
}

int years_of(Period period) {
    constexpr std::array<int, 9> kYears{1, 1, 1, 1, 1, 5, 10, 20, 100};
    return kYears[static_cast<std::size_t>(period)];
}

}  // namespace kanon
