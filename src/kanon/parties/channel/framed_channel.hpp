// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/channel/byte_stream.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/channel/channel_options.hpp"
#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/patience.hpp"

#include <memory>
#include <string>

namespace kanon::parties {

/// The one channel there is: frames over a stream of bytes, with limits, timeouts, cancellation
/// and aborts. Holds at most one frame to send, `most_unread_bytes` that came before they were
/// asked for, and the message that is being received.
class FramedChannel final : public Channel {
public:
    /// \pre valid options. `first_sequence`: frames each way that the stream carried before.
    FramedChannel(std::string peer,
                  std::unique_ptr<ByteStream> stream,
                  ChannelOptions options,
                  RunContext context,
                  std::uint64_t first_sequence = 0);

    [[nodiscard]] const std::string& peer() const override { return peer_; }

    void send(MessageType type, ByteView payload) override;
    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override;
    [[nodiscard]] Traffic traffic() const override;
    void abort(AbortReason reason) noexcept override;
    void close() noexcept override;

private:
    enum class State { open, failed, ended };

    void send_frames(MessageType type, ByteView payload);
    Bytes receive_frames(MessageType type, std::size_t most_bytes);
    void put_frame(MessageType type, ByteView payload, bool more);
    StreamStep write_outbox();
    void flush();
    void fill_inbox();
    std::size_t read_ahead();
    StreamStep read_into_inbox();
    void look_for_abort();
    void drop_from_inbox(std::size_t bytes);
    void forget_used();
    [[nodiscard]] bool has_room() const;
    void say_abort(AbortReason reason);
    void wait(const Patience& patience, bool reading, bool writing);
    void poll_run() const;
    void require_open() const;
    [[noreturn]] void throw_end(StreamState state) const;

    std::string peer_;
    std::unique_ptr<ByteStream> stream_;  ///< null once ended
    ChannelOptions options_;
    RunContext context_;
    MessageAssembler assembler_;
    std::uint64_t first_sequence_;
    std::uint64_t next_sequence_;
    State state_ = State::open;
    Bytes outbox_;
    std::size_t outbox_sent_ = 0;  ///< bytes at its start that are written
    Bytes inbox_;
    std::size_t inbox_used_ = 0;     ///< bytes at its start that were received
    std::size_t inbox_scanned_ = 0;  ///< end of the frames in it that are no abort; may lie beyond
    Bytes piece_;                    ///< where the stream writes to
    std::uint64_t bytes_sent_ = 0;
    std::uint64_t bytes_received_ = 0;
};

}  // namespace kanon::parties
