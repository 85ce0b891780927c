// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kanon::parties {

/// Where a party listens: `host:port`, `192.0.2.7:4711`, `[2001:db8::7]:4711`, or `:4711` for all
/// addresses of the machine.
struct Address {
    std::string host;  ///< without brackets; empty: all of this machine
    std::uint16_t port = 0;

    /// \throws Error{usage}
    [[nodiscard]] static Address parse(std::string_view text);

    /// As parse() reads it.
    [[nodiscard]] std::string text() const;
};

}  // namespace kanon::parties
