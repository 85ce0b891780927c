// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/frame.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/channel/abort_reason.hpp"
#include "kanon/parties/channel/faults.hpp"
#include "kanon/parties/channel/little_endian.hpp"

#include <algorithm>
#include <utility>

namespace kanon::parties {

FrameHeaderBytes encode_header(const FrameHeader& header) {
    FrameHeaderBytes out{};
    out[0] = kFrameVersion;
    out[1] = header.more ? 1 : 0;
    store_little_endian(out.data() + 2, header.type.number);
    store_little_endian(out.data() + 4, header.sequence);
    store_little_endian(out.data() + 12, header.length);
    return out;
}

FrameHeader decode_header(ByteView bytes, std::string_view sender) {
    KANON_CHECK(bytes.size() == kFrameHeaderBytes);
    if (bytes[0] != kFrameVersion) {
        throw not_as_agreed(sender, "it is of another version of kanon's channel");
    }
    if (bytes[1] > 1) {
        throw not_as_agreed(sender, "the head of a frame is damaged");
    }
    const FrameHeader header{.type = {load_little_endian<std::uint16_t>(bytes.data() + 2)},
                             .sequence = load_little_endian<std::uint64_t>(bytes.data() + 4),
                             .length = load_little_endian<std::uint32_t>(bytes.data() + 12),
                             .more = bytes[1] == 1};
    if (header.length > kFramePayload || (header.more && header.length != kFramePayload)) {
        throw not_as_agreed(sender, "a frame has a length that none may have");
    }
    return header;
}

void append_frame(
    Bytes& to, MessageType type, std::uint64_t sequence, ByteView payload, bool more) {
    KANON_CHECK(payload.size() <= kFramePayload);
    const auto head = encode_header({.type = type,
                                     .sequence = sequence,
                                     .length = static_cast<std::uint32_t>(payload.size()),
                                     .more = more});
    to.insert(to.end(), head.begin(), head.end());
    to.insert(to.end(), payload.begin(), payload.end());
}

std::size_t frames_of(std::size_t payload_bytes) {
    return payload_bytes == 0 ? 1 : (payload_bytes - 1) / kFramePayload + 1;
}

MessageAssembler::MessageAssembler(std::string sender, std::uint64_t first_sequence)
    : sender_(std::move(sender)), first_sequence_(first_sequence), sequence_(first_sequence) {}

void MessageAssembler::refuse(const std::string& what) const {
    throw not_as_agreed(sender_, what);
}

void MessageAssembler::expect(MessageType type, std::size_t most_bytes) {
    KANON_CHECK(complete_);
    expected_ = type;
    most_ = most_bytes;
    payload_.clear();
    complete_ = false;
}

std::size_t MessageAssembler::wanted() const {
    if (complete_) {
        return 0;
    }
    return header_filled_ < kFrameHeaderBytes ? kFrameHeaderBytes - header_filled_ : frame_left_;
}

void MessageAssembler::feed(ByteView bytes) {
    KANON_CHECK(bytes.size() <= wanted());
    if (bytes.empty()) {
        return;
    }
    if (header_filled_ < kFrameHeaderBytes) {
        std::copy(bytes.begin(), bytes.end(), header_bytes_.data() + header_filled_);
        header_filled_ += bytes.size();
        if (header_filled_ < kFrameHeaderBytes) {
            return;
        }
        begin_frame();
    } else {
        payload_.insert(payload_.end(), bytes.begin(), bytes.end());
        frame_left_ -= bytes.size();
    }
    if (frame_left_ == 0) {
        end_frame();
    }
}

void MessageAssembler::begin_frame() {
    header_ = decode_header(header_bytes_, sender_);
    if (header_.sequence != sequence_) {
        refuse("a frame is missing, came twice or in another order");
    }
    if (header_.type == kAbortMessage) {
        if (header_.more || header_.length != kAbortBytes) {
            refuse("its reason to stop has the wrong length");
        }
        payload_.clear();
    } else if (header_.type != expected_) {
        refuse("it is of type " + std::to_string(header_.type.number) + " where type " +
               std::to_string(expected_.number) + " is due");
    } else {
        check_length();
    }
    frame_left_ = header_.length;
}

void MessageAssembler::check_length() const {
    const std::size_t room = most_ - payload_.size();
    if (header_.length > room || (header_.more && header_.length == room)) {
        refuse("it is longer than " + count_text(most_, "byte"));
    }
    if (!payload_.empty() && header_.length == 0) {
        refuse("a frame has a length that none may have");
    }
}

void MessageAssembler::end_frame() {
    header_filled_ = 0;
    ++sequence_;
    if (header_.type == kAbortMessage) {
        throw stopped_error(sender_, payload_);
    }
    complete_ = !header_.more;
}

Bytes MessageAssembler::take() {
    KANON_CHECK(complete_);
    return std::exchange(payload_, {});
}

}  // namespace kanon::parties
