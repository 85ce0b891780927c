// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kanon {

/// A count for people, with commas between thousands: 30162 is `30,162`.
[[nodiscard]] std::string count_text(std::uint64_t count);

}  // namespace kanon
