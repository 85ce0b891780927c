// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kanon::io {

/// Milliseconds as hours, minutes and seconds, `12:30:00` or `-12:30:00.250`; hours go on beyond a
/// day. \pre not the least number there is
[[nodiscard]] std::string clock_text(std::int64_t milliseconds);

}  // namespace kanon::io
