// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace kanon::parties {

/// How long a channel waits and how much it holds. Seconds are in (0, 1e8].
struct ChannelOptions {
    double idle_seconds = 300;      ///< without a byte either way while one is waited for
    double connect_seconds = 600;   ///< until all parties are connected; they start one by one
    double handshake_seconds = 10;  ///< for one who connected to prove who it is
    /// What a side that sends takes in meanwhile, in bytes. Two sides may send at the same time if
    /// neither sends more than this; beyond, one has to receive first.
    std::size_t most_unread_bytes = std::size_t{64} << 20U;
    /// Gets a line for people now and then, such as who is waited for. May be empty.
    std::function<void(const std::string&)> notice = {};

    /// \throws Error{usage} naming the option
    void validate() const;
};

}  // namespace kanon::parties
