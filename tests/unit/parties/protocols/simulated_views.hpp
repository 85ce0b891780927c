// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/elgamal.hpp"
#include "kanon/parties/crypto/group.hpp"

#include "two_ends.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

/// What simulators of a party's view have in common. A simulator gets the party's own input, its
/// output and what docs/parties.md declares, and makes up the messages that the party sends and
/// receives. Bytes that look random it draws; all others it must know.
namespace kanon::parties::test {

/// A message that was made up.
class MadeMessage {
public:
    struct Drawn {
        std::size_t begin = 0;
        std::size_t size = 0;
    };

    MadeMessage(bool sent, MessageType type) : sent_(sent), type_(type) {}

    /// Bytes that follow from what is known.
    MadeMessage& known(MessageWriter writer) {
        const Bytes bytes = writer.take();
        payload_.insert(payload_.end(), bytes.begin(), bytes.end());
        return *this;
    }

    /// Bytes that stand for drawn ones, all at once: what stands twice in a view, stands twice in
    /// the real one.
    MadeMessage& drawn(ByteView bytes) {
        drawn_.push_back({.begin = payload_.size(), .size = bytes.size()});
        payload_.insert(payload_.end(), bytes.begin(), bytes.end());
        return *this;
    }

    MadeMessage& drawn(const crypto::Point& point) { return drawn(point.encode()); }

    MadeMessage& drawn(const crypto::Ciphertext& ciphertext) {
        return drawn(ciphertext.a).drawn(ciphertext.b);
    }

    [[nodiscard]] bool sent() const { return sent_; }

    [[nodiscard]] MessageType type() const { return type_; }

    [[nodiscard]] const Bytes& payload() const { return payload_; }

    [[nodiscard]] const std::vector<Drawn>& drawn_parts() const { return drawn_; }

private:
    bool sent_;
    MessageType type_;
    Bytes payload_;
    std::vector<Drawn> drawn_;
};

/// The messages of one party to and from each of the others by place.
using MadeTranscript = std::vector<std::vector<MadeMessage>>;

[[nodiscard]] inline crypto::Point fresh_point() {
    return crypto::base_multiply(crypto::Scalar::random());
}

[[nodiscard]] inline Bytes fresh_bytes(Random& random, std::size_t size) {
    Bytes out(size);
    for (std::uint8_t& byte : out) {
        byte = static_cast<std::uint8_t>(random.below(256));
    }
    return out;
}

/// Drawn bytes of many views, real and made, by whether they are points.
class DrawnBytes {
public:
    /// What stands in several real views, as it was sent and received, counts once.
    void take(ByteView real, ByteView made);

    /// The two look alike: chi-square of the bytes' shares, beyond a bound that chance passes once
    /// in ten million tests.
    void expect_alike() const;

private:
    using Counts = std::array<std::uint64_t, 256>;

    std::set<Bytes> seen_;
    std::map<std::pair<bool, bool>, Counts> counts_;  ///< by (is point, is made)
};

/// Do the messages of a view have the direction, type and length of the real ones, the same bytes
/// where these are known, and do drawn parts stand twice where the real ones do? One failure,
/// naming the message, otherwise. Takes what was drawn.
void expect_same_view(const Transcript& real, const MadeTranscript& made, DrawnBytes& drawn);

}  // namespace kanon::parties::test
