// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace kanon::profile {

/// Values of a dictionary that are looked at, evenly spread over it.
inline constexpr std::size_t kValueSample = 1000;

/// Call `use(code)` for at most 2 * kValueSample values. \pre the dictionary has values
template <class Use>
void for_sampled_values(const Dictionary& dictionary, Use&& use) {
    const std::size_t count = dictionary.value_count();
    const std::size_t step = std::max<std::size_t>(1, count / kValueSample);
    for (std::size_t code = 0; code < count; code += step) {
        use(static_cast<Code>(code));
    }
}

/// The share of the sampled values that have a shape; 0 where there is no value.
[[nodiscard]] inline double share_of_values(const Dictionary& dictionary,
                                            bool (*shape)(std::string_view)) {
    std::size_t seen = 0;
    std::size_t shaped = 0;
    for_sampled_values(dictionary, [&](Code code) {
        ++seen;
        shaped += shape(dictionary.text(code)) ? 1U : 0U;
    });
    return seen == 0 ? 0 : static_cast<double>(shaped) / static_cast<double>(seen);
}

}  // namespace kanon::profile
