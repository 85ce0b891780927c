// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/transcript.hpp"

#include "kanon/parties/channel/frame.hpp"

#include <utility>

namespace kanon::parties {

RecordingChannel::RecordingChannel(std::unique_ptr<Channel> channel, bool keep_payloads)
    : channel_(std::move(channel)), keep_payloads_(keep_payloads) {}

void RecordingChannel::note(bool sent, MessageType type, ByteView payload) {
    TranscriptEntry& entry = entries_.emplace_back();
    entry.sent = sent;
    entry.type = type;
    entry.bytes = payload.size();
    entry.frames = frames_of(payload.size());
    if (keep_payloads_) {
        entry.payload.assign(payload.begin(), payload.end());
    }
}

void RecordingChannel::send(MessageType type, ByteView payload) {
    channel_->send(type, payload);
    note(true, type, payload);
}

Bytes RecordingChannel::receive(MessageType type, std::size_t most_bytes) {
    Bytes payload = channel_->receive(type, most_bytes);
    note(false, type, payload);
    return payload;
}

void RecordingChannel::abort(AbortReason reason) noexcept {
    channel_->abort(reason);
    try {
        note(true, kAbortMessage, abort_payload(reason));
    } catch (...) {  // no memory: the abort matters more
    }
}

std::map<std::uint16_t, TypeTraffic> RecordingChannel::summary() const {
    std::map<std::uint16_t, TypeTraffic> out;
    for (const TranscriptEntry& entry : entries_) {
        TypeTraffic& traffic = out[entry.type.number];
        ++(entry.sent ? traffic.messages_sent : traffic.messages_received);
        (entry.sent ? traffic.bytes_sent : traffic.bytes_received) += entry.bytes;
    }
    return out;
}

}  // namespace kanon::parties
