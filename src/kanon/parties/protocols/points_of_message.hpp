// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kanon::parties {

/// A number of points, and these.
void write_points(MessageWriter& writer, std::span<const crypto::Point> points);

/// At most `most` points, none the identity. \throws Error{bad_input}
[[nodiscard]] std::vector<crypto::Point> read_points(MessageReader& reader, std::size_t most);

/// As many points as were agreed. \throws Error{bad_input}
[[nodiscard]] std::vector<crypto::Point> read_all_points(MessageReader& reader, std::size_t count);

/// A point other than the identity. \throws Error{bad_input}
[[nodiscard]] crypto::Point read_point(MessageReader& reader);

/// Tell all others a point, and take theirs: by place, one's own among them.
/// \throws what channels throw; Error{bad_input} if one is none, or the identity
[[nodiscard]] std::vector<crypto::Point> exchange_points(const Peers& peers,
                                                         MessageType type,
                                                         const crypto::Point& own);

}  // namespace kanon::parties
