// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kanon::parties {

/// What a message is about. Protocols number theirs from kFirstProtocolType on; the numbers below
/// are the channel's own.
struct MessageType {
    std::uint16_t number = 0;

    bool operator==(const MessageType&) const = default;
};

inline constexpr MessageType kAbortMessage{1};  ///< its payload is an AbortReason
inline constexpr MessageType kHelloMessage{2};  ///< the first message each way over TLS
inline constexpr std::uint16_t kFirstProtocolType = 16;

}  // namespace kanon::parties
