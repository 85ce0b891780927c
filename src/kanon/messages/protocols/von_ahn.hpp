// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/broadcast.hpp"
#include "kanon/messages/protocols/dealing.hpp"
#include "kanon/messages/protocols/round_result.hpp"
#include "kanon/messages/protocols/slot_text.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kanon::messages {

/// Slots of a round by the size of the group: of s senders none collides with a given one with a
/// chance of (1 - 1 / slots)^(s - 1), more than one half even if all send.
[[nodiscard]] constexpr std::size_t von_ahn_slots(std::size_t members) {
    return 2 * members;
}

/// What each member sends in a round in which nobody is accused or named, heads of frames (16 bytes
/// each) included, for m members, l slots, s numbers in a slot:
///
///     (m - 1) (32 m l + 64 l + 2 * 32 l (s + 1) + m + 3 (64 + 96 m) + 7 * 16)
///
/// in 7 messages to each other member: commitments and proof, shares, sums, accusations. So O(m^2)
/// messages for the group, as the source states, of O(m^2) bytes each with 2 m slots.
[[nodiscard]] std::uint64_t von_ahn_round_bytes(const RoundShape& shape);

/// One round of anonymous sending in a group: at most one message of each member, in a slot that it
/// draws; all learn what is in the slots, and nobody who put it there.
///
/// von Ahn, Bortz, Hopper: k-anonymous message transmission, CCS 2003, pp. 122-130. The source was
/// not at hand: reconstructed from what is known of it. Kept: groups of M members with k honest
/// ones; additive shares modulo a prime with a Pedersen commitment to every share; 2 M slots; sums
/// of shares opened by each member; a proof that at most one slot is used; whoever is accused of a
/// bad share opens it to all, and is named if it does not fit; who is named is left out, and the
/// round done again. Differs:
/// - Commitments are to all numbers of a slot at once, so their size is not that of the message.
/// - The proof is one of several statements by Fiat and Shamir (crypto::prove_at_most_one());
/// theirs
///   cuts and chooses among permuted commitments, with as many repetitions as bits of soundness.
/// - Broadcast is by signed echoes over channels of two (Broadcast), which they take as given.
/// - A message has a hash in it, by which all see a collision; theirs is seen by its sender alone.
///
/// What it hides: where k honest members of the group are left, which of these sent, from all
/// others together and whatever these can compute about shares and commitments. A false accusation
/// makes a share public that the accuser has already. An honest member is never named: its
/// commitments, shares, sums and proof fit, and nobody else can sign for it.
class VonAhnRound {
public:
    /// `context` names group and round, the same at all. Borrows what it is given.
    VonAhnRound(const parties::Peers& peers,
                Broadcast& broadcast,
                const SlotFormat& format,
                std::string context);

    /// Run it. All members call it. m l (s + 1) + 5 m l + 2 m s
    /// multiplications, about.
    /// \throws what channels and Broadcast throw; Error{bad_input} if a share has the wrong length
    [[nodiscard]] RoundResult run(const std::optional<SlotMessage>& message, Cheat cheat);

private:
    [[nodiscard]] std::optional<SlotUse> use_of(const std::optional<SlotMessage>& message,
                                                Cheat cheat) const;
    [[nodiscard]] std::string context_of(std::size_t place) const;
    void hear_commitments(const Dealing& dealing, Cheat cheat);
    void read_commitments(std::size_t place, const parties::Bytes& payload);
    void exchange_shares(const Dealing& dealing);
    [[nodiscard]] bool opens_own(std::size_t from) const;
    void hear_accusations(Cheat cheat);
    void hear_openings(const Dealing& dealing);
    void read_openings(std::size_t accused, const parties::Bytes& payload);
    [[nodiscard]] std::vector<crypto::VectorOpening> read_shares(
        parties::MessageReader& reader) const;
    [[nodiscard]] std::vector<crypto::VectorOpening> own_sums() const;
    void hear_sums(Cheat cheat);
    void read_sums(std::size_t place, const parties::Bytes& payload);
    void name(std::size_t place, Blame blame);

    const parties::Peers& peers_;
    Broadcast& broadcast_;
    const SlotFormat& format_;
    std::string context_;
    RoundShape shape_;
    crypto::VectorPedersen pedersen_;
    RoundResult result_;
    /// By who dealt it, to whom, and slot.
    std::vector<std::vector<std::vector<crypto::Commitment>>> commitments_;
    std::vector<std::vector<crypto::VectorOpening>> own_shares_;  ///< by who dealt it, and slot
    std::vector<std::vector<bool>> accused_;                      ///< by who accuses, and whom
    std::vector<crypto::VectorOpening> totals_;                   ///< by slot
};

}  // namespace kanon::messages
