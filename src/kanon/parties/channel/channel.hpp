// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/abort_reason.hpp"
#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/channel/message_type.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace kanon::parties {

/// What went over a channel, with the heads of frames and without what TLS adds.
struct Traffic {
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t frames_sent = 0;
    std::uint64_t frames_received = 0;
};

/// Messages to and from one other party. It knows neither table nor protocol; protocols know no
/// socket. For one thread at a time. A channel that goes out of scope without close() or abort()
/// leaves the other side with `the connection broke off`.
///
/// send() and receive() throw
/// - Error{bad_input} if what came is not as agreed, or the other side stopped, ended or is gone
/// - Error{timed_out} if nothing moves for the idle time, or at the deadline of the run
/// - Error{cancelled} within 100 ms after the run was cancelled
/// and after that nothing but abort() and close() is possible.
class Channel {
public:
    virtual ~Channel() = default;

    /// The other party, as messages name it.
    [[nodiscard]] virtual const std::string& peer() const = 0;

    /// Send a message of any size. Returns once the system has taken it, not when it came.
    /// \pre a type of a protocol, not of the channel
    virtual void send(MessageType type, ByteView payload) = 0;

    /// Wait for the next message, which must be of this type and of at most so many bytes.
    [[nodiscard]] virtual Bytes receive(MessageType type, std::size_t most_bytes) = 0;

    [[nodiscard]] virtual Traffic traffic() const = 0;

    /// Say why this side stops, and end. Takes at most about a second. Does nothing once ended.
    virtual void abort(AbortReason reason) noexcept = 0;

    /// End in order: everything that was agreed was said. Does nothing once ended.
    virtual void close() noexcept = 0;
};

}  // namespace kanon::parties
