// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace kanon::places {

/// The whole number that a text of digits is.
[[nodiscard]] inline std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t out = 0;
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
    return fault == std::errc{} && stop == text.data() + text.size() ? std::optional(out)
                                                                     : std::nullopt;
}

/// The finite number that a text is; NaN and infinity are none.
[[nodiscard]] inline std::optional<double> finite_number(std::string_view text) {
    double out = 0;
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
    const bool is_number =
        fault == std::errc{} && stop == text.data() + text.size() && std::isfinite(out);
    return is_number ? std::optional(out) : std::nullopt;
}

}  // namespace kanon::places
