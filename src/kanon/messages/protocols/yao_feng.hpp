// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/round_result.hpp"
#include "kanon/messages/protocols/slot_text.hpp"
#include "kanon/parties/crypto/pairwise_masks.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace kanon::messages {

/// Bytes that all members of a group together send in a round, heads of frames (16 bytes) included:
/// 2 (members - 1) messages of all slots, in words of 8 bytes.
[[nodiscard]] std::uint64_t yao_feng_round_bytes(std::size_t members, const SlotFormat& format);

/// Anonymous sending in a group with fewer messages: all slots, under masks, go along a ring once,
/// each member adds its own, and what is left at the end goes along it again for all to read.
///
/// Yao, Feng: A new k-anonymous message transmission protocol, WISA 2004, pp. 388-399. The source
/// was not at hand, and less is known of it than of von-ahn: only its aim is taken, k-anonymous
/// sending in the groups of von Ahn, Bortz, Hopper at less cost for members who follow the
/// protocol. How is reconstructed from elsewhere: masks that cancel come from keys of pairs (Chaum:
/// The dining cryptographers problem, J. Cryptology 1988; crypto::PairwiseMasks), and sums pass
/// along a ring. So 2 (m - 1) messages a round where von-ahn has 7 m (m - 1), after m (m - 1) keys
/// once.
///
/// What it hides: from up to m - 2 other members together, which of the remaining ones sent, as far
/// as streams of the masks cannot be told from random ones. It names nobody: who disturbs makes
/// slots garbled, and nothing tells who it was. For groups that trust all to follow the protocol.
class YaoFengRing {
public:
    /// Exchange keys. Borrows the peers. \pre two members or more
    /// \throws what channels throw; Error{bad_input} for a key that is none
    YaoFengRing(const parties::Peers& peers, const SlotFormat& format);

    /// Run a round. All members call it as often. O(m slots size). \throws what channels throw
    [[nodiscard]] RoundResult run(const std::optional<SlotMessage>& message);

private:
    [[nodiscard]] std::size_t words_of_slot() const;
    void put(const SlotMessage& message, std::span<std::uint64_t> slots) const;
    void pass_on(parties::MessageType type, std::span<const std::uint64_t> slots) const;
    void take(parties::MessageType type, std::span<std::uint64_t> slots, bool add) const;

    const parties::Peers& peers_;
    SlotFormat format_;
    crypto::PairwiseMasks masks_;
};

}  // namespace kanon::messages
