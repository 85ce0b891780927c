// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/cheat.hpp"
#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/crypto/vector_pedersen.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace kanon::messages {

/// Of what form a round of von-ahn is.
struct RoundShape {
    std::size_t members = 0;  ///< of the group
    std::size_t slots = 0;    ///< two for each member, so that collisions are rare
    std::size_t scalars = 0;  ///< numbers modulo L in a slot

    friend bool operator==(const RoundShape&, const RoundShape&) = default;
};

/// What a member puts into a slot.
struct SlotUse {
    std::size_t slot = 0;
    std::vector<crypto::Scalar> values;  ///< as many as a slot has
};

/// What a member makes of its slots: a share of each for each member (itself included), a
/// commitment to each share, and a proof that it uses at most one slot.
struct Dealing {
    std::vector<std::vector<crypto::VectorOpening>> shares;    ///< by member, then by slot
    std::vector<std::vector<crypto::Commitment>> commitments;  ///< likewise
    parties::Bytes proof;                                      ///< crypto::prove_at_most_one()
};

/// The commitments to the contents of each slot: sums over the shares.
/// \pre commitments of at least one member
[[nodiscard]] std::vector<crypto::Commitment> slot_commitments(
    const std::vector<std::vector<crypto::Commitment>>& commitments);

/// Deal one's slots: all zero, but for that used. The shares are random but for their sum, so any
/// members - 1 of a slot say nothing about it; commitments and proof show nothing whatever one can
/// compute. `context` names group and round. members * slots * (scalars + 1) + 3 slots
/// multiplications. \pre pedersen.size() is shape.scalars
[[nodiscard]] Dealing deal(const crypto::VectorPedersen& pedersen,
                           const RoundShape& shape,
                           const std::optional<SlotUse>& use,
                           std::string_view context,
                           Cheat cheat = Cheat::none);

}  // namespace kanon::messages
