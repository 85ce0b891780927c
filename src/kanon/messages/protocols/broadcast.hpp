// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/digest.hpp"
#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/crypto/signature.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::messages {

/// What all members of a group sent to all.
struct Heard {
    std::vector<parties::Bytes> payloads;  ///< by place, one's own among them
    std::vector<std::size_t> two_faced;    ///< who signed two different ones, by place
};

/// Messages from each member of a group to all others, of which all others get the same.
///
/// Channels join two members each, so a member could tell one this and another that. Therefore each
/// message is signed, and each member tells all others the hash and signature of what it got: two
/// signatures of one member under different hashes prove that it said both, and an honest member
/// cannot be made to look so. Echo broadcast with signatures, after Dolev and Strong, SIAM J.
/// Computing 1983, cut to two steps: one cheater is found out by all honest members; several who
/// work together can bring some of them to find it out and others not, and the run then ends at the
/// next message, whose signature is of another group.
///
/// 2 messages to each other member; beside the payload 64 + 96 n bytes, n members.
class Broadcast {
public:
    /// `keys`: by place; `context` names the group and what it is about. Borrows the peers and key.
    Broadcast(const parties::Peers& peers,
              const crypto::SigningKey& key,
              std::vector<crypto::Point> keys,
              std::string context);

    /// Send to all, and receive of all. All call it in the same order. `to_last`: what the last
    /// other member gets instead, for rehearsals of cheats; null: the same.
    /// \throws what channels throw; Error{bad_input} naming whose message is not signed or longer
    /// than `most_bytes`, which nobody else can be shown
    [[nodiscard]] Heard exchange(parties::MessageType type,
                                 const parties::Bytes& payload,
                                 std::size_t most_bytes,
                                 const parties::Bytes* to_last = nullptr);

private:
    [[nodiscard]] crypto::Signature sign(const Digest& digest) const;
    [[nodiscard]] bool is_signed(std::size_t place,
                                 const Digest& digest,
                                 const crypto::Signature& signature) const;
    void send_signed(parties::MessageType type,
                     const parties::Bytes& payload,
                     const parties::Bytes* to_last) const;
    [[nodiscard]] std::vector<std::size_t> compare_echoes(
        const std::vector<Digest>& digests, const std::vector<crypto::Signature>& signatures) const;

    const parties::Peers& peers_;
    const crypto::SigningKey& key_;
    std::vector<crypto::Point> keys_;
    std::string context_;
    std::uint64_t step_ = 0;  ///< of exchanges
};

}  // namespace kanon::messages
