// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/clock_text.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace kanon::io {

std::string clock_text(std::int64_t milliseconds) {
    constexpr std::int64_t kSecond = 1000;
    constexpr std::int64_t kMinute = 60 * kSecond;
    constexpr std::int64_t kHour = 60 * kMinute;
    const std::int64_t size = std::abs(milliseconds);
    std::string text = fmt::format("{}{:02}:{:02}:{:02}",
                                   milliseconds < 0 ? "-" : "",
                                   size / kHour,
                                   size % kHour / kMinute,
                                   size % kMinute / kSecond);
    if (size % kSecond != 0) {
        text += fmt::format(".{:03}", size % kSecond);
    }
    return text;
}

}  // namespace kanon::io
