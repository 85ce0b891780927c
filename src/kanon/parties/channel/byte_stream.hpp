// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kanon::parties {

enum class StreamState {
    open,
    ended,    ///< the other side ended it in order
    broken,   ///< it is gone without a word
    altered,  ///< what came is not what was sent
    refused   ///< the other side does not take our certificate
};

struct StreamStep {
    std::size_t bytes = 0;  ///< that moved; 0 in an open stream: none can at the moment
    StreamState state = StreamState::open;
};

/// Bytes both ways, below the frames: a pipe within the program, or TLS. No call waits but wait()
/// and finish(); none throws but for want of memory. Its end without finish() is `broken` for the
/// other side.
class ByteStream {
public:
    virtual ~ByteStream() = default;

    virtual StreamStep write_some(ByteView bytes) = 0;
    virtual StreamStep read_some(std::span<std::uint8_t> into) = 0;

    /// Until something can be read (if `reading`) or written (if `writing`), or may be; at most so
    /// long.
    virtual void wait(bool reading, bool writing, std::chrono::milliseconds most) = 0;

    /// No more is written: an end in order. What is still on its way may take `linger` to arrive.
    virtual void finish(std::chrono::milliseconds linger) = 0;
};

}  // namespace kanon::parties
