// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/dealing.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/parties/crypto/at_most_one.hpp"

#include <span>
#include <utility>

namespace kanon::messages {
namespace {

using crypto::Commitment;
using crypto::Scalar;
using crypto::VectorOpening;
using crypto::VectorPedersen;

/// Numbers by slot.
using Contents = std::vector<std::vector<Scalar>>;

Contents contents_of(const RoundShape& shape, const std::optional<SlotUse>& use, Cheat cheat) {
    Contents out(shape.slots);
    for (std::vector<Scalar>& slot : out) {
        slot.resize(shape.scalars);
    }
    if (use) {
        KANON_CHECK(use->values.size() == shape.scalars);
        for (std::size_t i = 0; i < shape.scalars; ++i) {
            out.at(use->slot)[i] = use->values[i].copy();
        }
    }
    if (cheat == Cheat::two_slots) {
        const std::size_t first = use ? use->slot : 0;
        out[first][0] = out[first][0] + Scalar::of(1);
        out[(first + 1) % shape.slots][0] = Scalar::random();
    }
    return out;
}

/// Random vectors that add up to `content`.
std::vector<VectorOpening> shares_of(const std::vector<Scalar>& content, std::size_t members) {
    std::vector<VectorOpening> out(members);
    for (VectorOpening& share : out) {
        share.blinding = Scalar::random();
    }
    for (const Scalar& number : content) {
        Scalar left = number.copy();
        for (std::size_t member = 0; member + 1 < members; ++member) {
            out[member].values.push_back(Scalar::random());
            left = left - out[member].values.back();
        }
        out.back().values.push_back(std::move(left));
    }
    return out;
}

/// By slot: the sum of the blindings of its shares.
std::vector<Scalar> slot_blindings(const Dealing& dealing, std::size_t slots) {
    std::vector<Scalar> out(slots);
    for (const std::vector<VectorOpening>& of_member : dealing.shares) {
        for (std::size_t slot = 0; slot < slots; ++slot) {
            out[slot] = out[slot] + of_member[slot].blinding;
        }
    }
    return out;
}

}  // namespace

std::vector<Commitment> slot_commitments(const std::vector<std::vector<Commitment>>& commitments) {
    std::vector<Commitment> out = commitments.front();
    for (const std::vector<Commitment>& of_member : std::span(commitments).subspan(1)) {
        for (std::size_t slot = 0; slot < out.size(); ++slot) {
            out[slot] = out[slot] + of_member[slot];
        }
    }
    return out;
}

Dealing deal(const VectorPedersen& pedersen,
             const RoundShape& shape,
             const std::optional<SlotUse>& use,
             std::string_view context,
             Cheat cheat) {
    KANON_CHECK(pedersen.size() == shape.scalars && shape.members >= 1 && shape.slots >= 1);
    const Contents contents = contents_of(shape, use, cheat);
    Dealing out;
    out.shares.resize(shape.members);
    out.commitments.resize(shape.members);
    for (const std::vector<Scalar>& content : contents) {
        std::vector<VectorOpening> shares = shares_of(content, shape.members);
        for (std::size_t member = 0; member < shape.members; ++member) {
            out.commitments[member].push_back(pedersen.commit(shares[member]));
            out.shares[member].push_back(std::move(shares[member]));
        }
    }
    // Who uses none proves it of any place, all alike likely, as those do who use one.
    const std::size_t place =
        use ? use->slot : static_cast<std::size_t>(SecretRandom().below(shape.slots));
    out.proof = crypto::prove_at_most_one(
        slot_commitments(out.commitments), slot_blindings(out, shape.slots), place, context);
    return out;
}

}  // namespace kanon::messages
