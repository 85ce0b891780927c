// SPDX-License-Identifier: Apache-2.0
#pragma once

// NOLINTNEXTLINE(readability-identifier-naming): OpenSSL's name
struct bio_st;

namespace kanon::parties {

/// What OpenSSL reads from and writes to: a socket that does not wait, and whose vanished other
/// side raises no SIGPIPE, as OpenSSL's own would. Does not own the socket.
/// \throws std::bad_alloc
[[nodiscard]] bio_st* make_socket_bio(int descriptor);

}  // namespace kanon::parties
