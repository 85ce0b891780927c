// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/channel.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kanon::parties {

/// One message that went over a channel.
struct TranscriptEntry {
    bool sent = false;  ///< else received
    MessageType type;
    std::size_t bytes = 0;   ///< of the payload
    std::size_t frames = 0;  ///< that carried it
    Bytes payload = {};      ///< empty unless payloads are kept
};

/// Payload bytes and messages of one type, each way.
struct TypeTraffic {
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t messages_received = 0;
    std::uint64_t bytes_received = 0;
};

/// Notes what goes over another channel. Only in memory: nothing is written by itself. An abort of
/// this side is noted, one of the other side ends the run.
class RecordingChannel final : public Channel {
public:
    /// With `keep_payloads` it holds every message, which is for tests only.
    explicit RecordingChannel(std::unique_ptr<Channel> channel, bool keep_payloads = false);

    [[nodiscard]] const std::string& peer() const override { return channel_->peer(); }

    void send(MessageType type, ByteView payload) override;
    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override;

    [[nodiscard]] Traffic traffic() const override { return channel_->traffic(); }

    void abort(AbortReason reason) noexcept override;

    void close() noexcept override { channel_->close(); }

    /// Messages that went whole, in their order.
    [[nodiscard]] const std::vector<TranscriptEntry>& entries() const { return entries_; }

    /// By the number of the type.
    [[nodiscard]] std::map<std::uint16_t, TypeTraffic> summary() const;

private:
    void note(bool sent, MessageType type, ByteView payload);

    std::unique_ptr<Channel> channel_;
    bool keep_payloads_;
    std::vector<TranscriptEntry> entries_;
};

}  // namespace kanon::parties
