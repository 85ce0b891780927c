// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/channel/message_type.hpp"
#include "kanon/parties/channel/wire.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon::parties {

/// The parties of a run as one of them sees them, in the order of their agreement. Borrows the
/// channels. Throws what channels throw.
class Peers {
public:
    /// `channels`: one per party; null for this one, and for those that this one never talks to.
    Peers(std::vector<Channel*> channels, std::size_t own);

    [[nodiscard]] std::size_t size() const { return channels_.size(); }

    [[nodiscard]] std::size_t own() const { return own_; }

    [[nodiscard]] Channel& channel(std::size_t place) const;

    /// The name of another party.
    [[nodiscard]] const std::string& name(std::size_t place) const { return channel(place).peer(); }

    void send(std::size_t place, MessageType type, MessageWriter payload) const;

    /// To all others.
    void send_all(MessageType type, ByteView payload) const;

    [[nodiscard]] Bytes receive(std::size_t place, MessageType type, std::size_t most_bytes) const;

    /// Send to all others, and receive of each: by place, empty for this one. \pre all send at most
    /// ChannelOptions::most_unread_bytes
    [[nodiscard]] std::vector<Bytes> exchange(MessageType type,
                                              ByteView payload,
                                              std::size_t most_bytes) const;

private:
    std::vector<Channel*> channels_;
    std::size_t own_;
};

}  // namespace kanon::parties
