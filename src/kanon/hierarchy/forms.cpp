// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/forms.hpp"

#include <array>

namespace kanon {

std::string_view to_string(Period period) {
    constexpr std::array<std::string_view, 5> kNames{"hour", "day", "month", "quarter", "year"};
    return kNames[static_cast<std::size_t>(period)];
}

}  // namespace kanon
