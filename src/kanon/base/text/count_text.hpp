// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kanon {

/// A count for people, with commas between thousands: 30162 is `30,162`.
[[nodiscard]] std::string count_text(std::uint64_t count);

/// A count with what it counts: `1 row`, `2,000 rows`, `3 classes`; the noun in the singular.
[[nodiscard]] std::string count_text(std::uint64_t count, std::string_view noun);

}  // namespace kanon
