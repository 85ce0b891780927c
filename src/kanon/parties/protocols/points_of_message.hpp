// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/group.hpp"

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

}  // namespace kanon::parties
