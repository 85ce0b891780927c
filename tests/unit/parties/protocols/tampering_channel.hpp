// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::parties::test {

/// Changes what is sent over another channel. Borrows it.
class TamperingChannel final : public Channel {
public:
    using Change = std::function<void(MessageType, Bytes&)>;

    TamperingChannel(Channel& channel, Change change)
        : channel_(channel), change_(std::move(change)) {}

    [[nodiscard]] const std::string& peer() const override { return channel_.peer(); }

    void send(MessageType type, ByteView payload) override {
        Bytes changed(payload.begin(), payload.end());
        change_(type, changed);
        channel_.send(type, changed);
    }

    [[nodiscard]] Bytes receive(MessageType type, std::size_t most_bytes) override {
        return channel_.receive(type, most_bytes);
    }

    [[nodiscard]] Traffic traffic() const override { return channel_.traffic(); }

    void abort(AbortReason reason) noexcept override { channel_.abort(reason); }

    void close() noexcept override { channel_.close(); }

private:
    Channel& channel_;
    Change change_;
};

/// The peers of a party whose messages to all others are changed.
class TamperingPeers {
public:
    TamperingPeers(const Peers& peers, const TamperingChannel::Change& change) {
        std::vector<Channel*> channels(peers.size());
        for (std::size_t place = 0; place < peers.size(); ++place) {
            if (place != peers.own()) {
                channels_.push_back(
                    std::make_unique<TamperingChannel>(peers.channel(place), change));
                channels[place] = channels_.back().get();
            }
        }
        peers_ = std::make_unique<Peers>(std::move(channels), peers.own());
    }

    [[nodiscard]] const Peers& peers() const { return *peers_; }

private:
    std::vector<std::unique_ptr<TamperingChannel>> channels_;
    std::unique_ptr<Peers> peers_;
};

/// Change a payload somewhere: a byte of it, its end, or a byte more.
inline void change_somewhere(Random& random, Bytes& payload) {
    const std::uint64_t how = random.below(3);
    if (how == 0 || payload.empty()) {
        payload.push_back(static_cast<std::uint8_t>(random.below(256)));
    } else if (how == 1) {
        payload.resize(random.below(payload.size()));
    } else {
        payload[random.below(payload.size())] ^= static_cast<std::uint8_t>(1 + random.below(255));
    }
}

}  // namespace kanon::parties::test
