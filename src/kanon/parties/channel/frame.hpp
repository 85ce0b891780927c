// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/channel/message_type.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kanon::parties {

/// A message is sent as one frame or several. Each has a header of 16 bytes, little endian:
///
///     version u8 = 1 | more u8 | type u16 | sequence u64 | length u32 | payload
///
/// `more` is 1 in all frames of a message but its last, and these hold kFramePayload bytes each;
/// so a payload has one way to be divided. `sequence` counts the frames of one direction: what is
/// replayed, left out or in another order is refused, whatever carries the bytes.
inline constexpr std::uint8_t kFrameVersion = 1;
inline constexpr std::size_t kFrameHeaderBytes = 16;
inline constexpr std::size_t kFramePayload = std::size_t{1} << 20U;  ///< the most of one frame

struct FrameHeader {
    MessageType type;
    std::uint64_t sequence = 0;
    std::uint32_t length = 0;  ///< bytes of payload, at most kFramePayload
    bool more = false;
};

using FrameHeaderBytes = std::array<std::uint8_t, kFrameHeaderBytes>;

[[nodiscard]] FrameHeaderBytes encode_header(const FrameHeader& header);

/// What encode_header() wrote. \pre kFrameHeaderBytes bytes. \throws Error{bad_input}: another
/// version, a length beyond kFramePayload, a frame that has more after it and is not full.
[[nodiscard]] FrameHeader decode_header(ByteView bytes, std::string_view sender);

/// Append one frame to `to`.
void append_frame(Bytes& to, MessageType type, std::uint64_t sequence, ByteView payload, bool more);

/// How many frames a payload takes; at least one.
[[nodiscard]] std::size_t frames_of(std::size_t payload_bytes);

/// Puts the messages of one sender together from bytes that come in pieces. Its memory grows with
/// the bytes that came, never with what a header announces. After an error it is of no use.
class MessageAssembler {
public:
    explicit MessageAssembler(std::string sender, std::uint64_t first_sequence = 0);

    /// Begin a message of this type, of at most so many bytes. \pre none is under way
    void expect(MessageType type, std::size_t most_bytes);

    /// How many bytes to give it at most; 0 once the message is complete.
    [[nodiscard]] std::size_t wanted() const;

    /// \pre at most wanted() bytes. \throws Error{bad_input}: not as agreed; `clinic stopped: ...`
    /// if an abort message came in its place or amid it.
    void feed(ByteView bytes);

    [[nodiscard]] bool complete() const { return complete_; }

    /// The payload. \pre complete()
    [[nodiscard]] Bytes take();

    /// Frames that came, whole ones, since the beginning.
    [[nodiscard]] std::uint64_t frames() const { return sequence_ - first_sequence_; }

private:
    void begin_frame();
    void check_length() const;
    void end_frame();
    [[noreturn]] void refuse(const std::string& what) const;

    std::string sender_;
    std::uint64_t first_sequence_;
    std::uint64_t sequence_;  ///< of the next frame
    MessageType expected_;
    std::size_t most_ = 0;
    FrameHeaderBytes header_bytes_{};
    std::size_t header_filled_ = 0;  ///< of header_bytes_
    FrameHeader header_;             ///< valid once it is filled
    std::size_t frame_left_ = 0;     ///< bytes of this frame's payload to come
    Bytes payload_;
    bool complete_ = true;
};

}  // namespace kanon::parties
