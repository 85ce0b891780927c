// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/von_ahn.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/at_most_one.hpp"

#include <algorithm>
#include <utility>

namespace kanon::messages {

using crypto::Commitment;
using crypto::Point;
using crypto::Scalar;
using crypto::VectorOpening;
using parties::Bytes;
using parties::MessageReader;
using parties::MessageWriter;
using parties::Peers;

namespace {

constexpr std::size_t kNumberSize = 32;
constexpr std::size_t kSignedSize = 64;
constexpr std::size_t kEchoSize = 96;

std::size_t opening_size(const RoundShape& shape) {
    return kNumberSize * (shape.scalars + 1);
}

std::size_t shares_size(const RoundShape& shape) {
    return shape.slots * opening_size(shape);
}

std::size_t commitments_size(const RoundShape& shape) {
    return shape.members * shape.slots * Point::kSize + crypto::at_most_one_size(shape.slots);
}

void write_openings(MessageWriter& writer, const std::vector<VectorOpening>& openings) {
    for (const VectorOpening& opening : openings) {
        writer.raw(opening.disclose());
    }
}

Bytes commitments_message(const Dealing& dealing) {
    MessageWriter writer;
    for (const std::vector<Commitment>& of_member : dealing.commitments) {
        for (const Commitment& commitment : of_member) {
            writer.raw(commitment.point.encode());
        }
    }
    writer.raw(dealing.proof);
    return writer.take();
}

/// Another share of slot 0 than was committed to, for the member behind.
void spoil(VectorOpening& share) {
    share.values.front() = share.values.front() + Scalar::of(1);
}

}  // namespace

std::uint64_t von_ahn_round_bytes(const RoundShape& shape) {
    const std::size_t echoed = kSignedSize + kEchoSize * shape.members;
    constexpr std::size_t kMessages = 7;
    const std::size_t to_each = commitments_size(shape) + 2 * shares_size(shape) + shape.members +
                                3 * echoed + kMessages * parties::kFrameHeaderBytes;
    return (shape.members - 1) * to_each;
}

VonAhnRound::VonAhnRound(const Peers& peers,
                         Broadcast& broadcast,
                         const SlotFormat& format,
                         std::string context)
    : peers_(peers),
      broadcast_(broadcast),
      format_(format),
      context_(std::move(context)),
      shape_{.members = peers.size(),
             .slots = von_ahn_slots(peers.size()),
             .scalars = format.scalars()},
      pedersen_(shape_.scalars),
      commitments_(shape_.members),
      own_shares_(shape_.members),
      accused_(shape_.members, std::vector<bool>(shape_.members, false)) {}

void VonAhnRound::name(std::size_t place, Blame blame) {
    if (std::ranges::find(result_.named, place, &Named::place) == result_.named.end()) {
        result_.named.push_back({.place = place, .blame = blame});
    }
}

std::string VonAhnRound::context_of(std::size_t place) const {
    return context_ + "/" + std::to_string(place);
}

std::optional<SlotUse> VonAhnRound::use_of(const std::optional<SlotMessage>& message,
                                           Cheat cheat) const {
    if (!message && cheat != Cheat::garbage) {
        return std::nullopt;
    }
    SlotUse use{.slot = static_cast<std::size_t>(SecretRandom().below(shape_.slots)), .values = {}};
    if (cheat != Cheat::garbage) {
        use.values = format_.scalars_of(*message);
        return use;
    }
    for (std::size_t i = 0; i < shape_.scalars; ++i) {
        use.values.push_back(Scalar::random());
    }
    return use;
}

void VonAhnRound::read_commitments(std::size_t place, const Bytes& payload) {
    try {
        MessageReader reader(payload, "");
        commitments_[place].assign(shape_.members, std::vector<Commitment>(shape_.slots));
        for (std::vector<Commitment>& of_member : commitments_[place]) {
            for (Commitment& commitment : of_member) {
                commitment.point = Point::decode_or_identity(reader.raw(Point::kSize));
            }
        }
        const parties::ByteView proof = reader.raw(crypto::at_most_one_size(shape_.slots));
        reader.finish();
        if (!crypto::holds_at_most_one(
                slot_commitments(commitments_[place]), proof, context_of(place))) {
            name(place, Blame::two_slots);
        }
    } catch (const Error&) {
        name(place, Blame::malformed);
    }
}

void VonAhnRound::hear_commitments(const Dealing& dealing, Cheat cheat) {
    const Bytes own = commitments_message(dealing);
    std::optional<Bytes> another;
    if (cheat == Cheat::two_faces) {
        another = commitments_message(
            deal(pedersen_, shape_, std::nullopt, context_of(peers_.own()), Cheat::none));
    }
    const Heard heard = broadcast_.exchange(
        types::kCommitments, own, commitments_size(shape_), another ? &*another : nullptr);
    for (const std::size_t place : heard.two_faced) {
        name(place, Blame::two_faced);
    }
    for (std::size_t place = 0; place < shape_.members; ++place) {
        read_commitments(place, heard.payloads[place]);
    }
}

std::vector<VectorOpening> VonAhnRound::read_shares(MessageReader& reader) const {
    std::vector<VectorOpening> out;
    for (std::size_t slot = 0; slot < shape_.slots; ++slot) {
        out.push_back(VectorOpening::decode(reader.raw(opening_size(shape_)), shape_.scalars));
    }
    return out;
}

void VonAhnRound::exchange_shares(const Dealing& dealing) {
    for (std::size_t place = 0; place < shape_.members; ++place) {
        if (place == peers_.own()) {
            for (const VectorOpening& share : dealing.shares[place]) {
                own_shares_[place].push_back(share.copy());
            }
            continue;
        }
        MessageWriter writer;
        write_openings(writer, dealing.shares[place]);
        peers_.send(place, types::kShares, std::move(writer));
    }
    for (std::size_t place = 0; place < shape_.members; ++place) {
        if (place == peers_.own()) {
            continue;
        }
        const Bytes payload = peers_.receive(place, types::kShares, shares_size(shape_));
        try {
            MessageReader reader(payload, "");
            own_shares_[place] = read_shares(reader);
            reader.finish();
        } catch (const Error&) {
            own_shares_[place].clear();  // does not open
        }
    }
}

bool VonAhnRound::opens_own(std::size_t from) const {
    return own_shares_[from].size() == shape_.slots &&
           pedersen_.opens_all(commitments_[from][peers_.own()], own_shares_[from]);
}

void VonAhnRound::hear_accusations(Cheat cheat) {
    const std::size_t own = peers_.own();
    Bytes flags(shape_.members, 0);
    for (std::size_t place = 0; place < shape_.members; ++place) {
        flags[place] = place != own && !opens_own(place) ? 1 : 0;
    }
    if (cheat == Cheat::false_accusation) {
        flags[(own + 1) % shape_.members] = 1;
    }
    const Heard heard = broadcast_.exchange(types::kAccusations, flags, shape_.members);
    for (const std::size_t place : heard.two_faced) {
        name(place, Blame::two_faced);
    }
    for (std::size_t place = 0; place < shape_.members; ++place) {
        if (heard.payloads[place].size() != shape_.members) {
            name(place, Blame::malformed);
            continue;
        }
        for (std::size_t whom = 0; whom < shape_.members; ++whom) {
            accused_[place][whom] = whom != place && heard.payloads[place][whom] != 0;
            result_.disputes += accused_[place][whom] ? 1U : 0U;
        }
    }
}

void VonAhnRound::read_openings(std::size_t accused, const Bytes& payload) {
    try {
        MessageReader reader(payload, "");
        for (std::size_t by = 0; by < shape_.members; ++by) {
            if (!accused_[by][accused]) {
                continue;
            }
            std::vector<VectorOpening> shares = read_shares(reader);
            if (!pedersen_.opens_all(commitments_[accused][by], shares)) {
                name(accused, Blame::wrong_opening);
                return;
            }
            if (by == peers_.own()) {
                own_shares_[accused] = std::move(shares);
            }
        }
        reader.finish();
    } catch (const Error&) {
        name(accused, Blame::malformed);
    }
}

void VonAhnRound::hear_openings(const Dealing& dealing) {
    MessageWriter writer;
    for (std::size_t by = 0; by < shape_.members; ++by) {
        if (accused_[by][peers_.own()]) {
            write_openings(writer, dealing.shares[by]);
        }
    }
    const Heard heard =
        broadcast_.exchange(types::kOpenings, writer.take(), shape_.members * shares_size(shape_));
    for (const std::size_t place : heard.two_faced) {
        name(place, Blame::two_faced);
    }
    for (std::size_t place = 0; place < shape_.members; ++place) {
        read_openings(place, heard.payloads[place]);
    }
}

std::vector<VectorOpening> VonAhnRound::own_sums() const {
    std::vector<VectorOpening> out;
    for (std::size_t slot = 0; slot < shape_.slots; ++slot) {
        VectorOpening sum = own_shares_.front()[slot].copy();
        for (std::size_t from = 1; from < shape_.members; ++from) {
            sum = sum + own_shares_[from][slot];
        }
        out.push_back(std::move(sum));
    }
    return out;
}

void VonAhnRound::read_sums(std::size_t place, const Bytes& payload) {
    std::vector<VectorOpening> sums;
    try {
        MessageReader reader(payload, "");
        sums = read_shares(reader);
        reader.finish();
    } catch (const Error&) {
        name(place, Blame::malformed);
        return;
    }
    std::vector<Commitment> commitments = commitments_.front()[place];
    for (std::size_t from = 1; from < shape_.members; ++from) {
        for (std::size_t slot = 0; slot < shape_.slots; ++slot) {
            commitments[slot] = commitments[slot] + commitments_[from][place][slot];
        }
    }
    if (!pedersen_.opens_all(commitments, sums)) {
        name(place, Blame::wrong_sum);
        return;
    }
    if (totals_.empty()) {
        totals_ = std::move(sums);
        return;
    }
    for (std::size_t slot = 0; slot < shape_.slots; ++slot) {
        totals_[slot] = totals_[slot] + sums[slot];
    }
}

void VonAhnRound::hear_sums(Cheat cheat) {
    std::vector<VectorOpening> sums = own_sums();
    if (cheat == Cheat::wrong_sum) {
        spoil(sums.front());
    }
    MessageWriter writer;
    write_openings(writer, sums);
    const Heard heard = broadcast_.exchange(types::kShareSums, writer.take(), shares_size(shape_));
    for (const std::size_t place : heard.two_faced) {
        name(place, Blame::two_faced);
    }
    for (std::size_t place = 0; place < shape_.members; ++place) {
        read_sums(place, heard.payloads[place]);
    }
}

RoundResult VonAhnRound::run(const std::optional<SlotMessage>& message, Cheat cheat) {
    Dealing dealing =
        deal(pedersen_, shape_, use_of(message, cheat), context_of(peers_.own()), cheat);
    if (cheat == Cheat::wrong_share) {
        spoil(dealing.shares[(peers_.own() + 1) % shape_.members].front());
    }
    if (cheat == Cheat::stop) {
        throw Error(ErrorCode::cancelled, "it stops, as it was to");
    }
    hear_commitments(dealing, cheat);
    if (result_.named.empty()) {
        exchange_shares(dealing);
        hear_accusations(cheat);
    }
    if (result_.named.empty() && result_.disputes > 0) {
        hear_openings(dealing);
    }
    if (result_.named.empty()) {
        hear_sums(cheat);
    }
    std::ranges::sort(result_.named, {}, &Named::place);
    for (const VectorOpening& total : totals_) {
        if (result_.named.empty()) {
            result_.slots.push_back(format_.read(total));
        }
    }
    return std::move(result_);
}

}  // namespace kanon::messages
