// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::parties {

/// Write numbers below `bound` in as many bits each as the greatest of them may need, without how
/// many there are: lowest bits first, the last byte filled with zeros. \pre bound >= 1
void write_packed(MessageWriter& writer,
                  std::span<const std::uint32_t> numbers,
                  std::uint32_t bound);

/// Read so many numbers below `bound`. Throws as `reader` does, before memory is asked for.
[[nodiscard]] std::vector<std::uint32_t> read_packed(MessageReader& reader,
                                                     std::size_t count,
                                                     std::uint32_t bound);

}  // namespace kanon::parties
