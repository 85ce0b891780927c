// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/peers.hpp"

#include "kanon/base/check.hpp"

#include <utility>

namespace kanon::parties {

Peers::Peers(std::vector<Channel*> channels, std::size_t own)
    : channels_(std::move(channels)), own_(own) {
    KANON_CHECK(own_ < channels_.size() && channels_[own_] == nullptr);
}

Channel& Peers::channel(std::size_t place) const {
    KANON_CHECK(place < channels_.size() && channels_[place] != nullptr);
    return *channels_[place];
}

void Peers::send(std::size_t place, MessageType type, MessageWriter payload) const {
    channel(place).send(type, payload.take());
}

void Peers::send_all(MessageType type, ByteView payload) const {
    for (Channel* const channel : channels_) {
        if (channel != nullptr) {
            channel->send(type, payload);
        }
    }
}

Bytes Peers::receive(std::size_t place, MessageType type, std::size_t most_bytes) const {
    return channel(place).receive(type, most_bytes);
}

std::vector<Bytes> Peers::exchange(MessageType type,
                                   ByteView payload,
                                   std::size_t most_bytes) const {
    send_all(type, payload);
    std::vector<Bytes> out(channels_.size());
    for (std::size_t place = 0; place < channels_.size(); ++place) {
        if (channels_[place] != nullptr) {
            out[place] = channels_[place]->receive(type, most_bytes);
        }
    }
    return out;
}

}  // namespace kanon::parties
