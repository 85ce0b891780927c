// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/yao_feng.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/little_endian.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include <utility>
#include <vector>

namespace kanon::messages {

using crypto::Point;
using parties::Bytes;
using parties::MessageReader;
using parties::MessageType;
using parties::MessageWriter;
using parties::Peers;

namespace {

constexpr std::size_t kWordBytes = 8;
constexpr std::string_view kRingRun = "kanon yao-feng";

std::size_t slots_of_ring(std::size_t members) {
    return 2 * members;
}

std::size_t words_of(const SlotFormat& format) {
    return (format.size() + kWordBytes - 1) / kWordBytes;
}

crypto::PairwiseMasks ring_masks(const Peers& peers) {
    KANON_CHECK(peers.size() >= 2);
    crypto::MaskKey key = crypto::MaskKey::random();
    const std::vector<Bytes> theirs =
        peers.exchange(types::kRingKey, key.public_key().encode(), Point::kSize);
    std::vector<Point> keys(peers.size());
    for (std::size_t place = 0; place < peers.size(); ++place) {
        if (place == peers.own()) {
            keys[place] = key.public_key();
            continue;
        }
        MessageReader reader(theirs[place], peers.name(place));
        keys[place] = parties::read_point(reader);
        reader.finish();
    }
    return {std::move(key), peers.own(), keys, kRingRun};
}

}  // namespace

std::uint64_t yao_feng_round_bytes(std::size_t members, const SlotFormat& format) {
    const std::size_t slots = slots_of_ring(members) * words_of(format) * kWordBytes;
    return 2 * (members - 1) * (slots + parties::kFrameHeaderBytes);
}

YaoFengRing::YaoFengRing(const Peers& peers, const SlotFormat& format)
    : peers_(peers), format_(format), masks_(ring_masks(peers)) {}

std::size_t YaoFengRing::words_of_slot() const {
    return words_of(format_);
}

void YaoFengRing::put(const SlotMessage& message, std::span<std::uint64_t> slots) const {
    const std::size_t words = words_of_slot();
    const auto slot = static_cast<std::size_t>(SecretRandom().below(slots.size() / words));
    Bytes bytes = format_.bytes_of(message);
    bytes.resize(words * kWordBytes, 0);
    for (std::size_t i = 0; i < words; ++i) {
        slots[slot * words + i] =
            parties::load_little_endian<std::uint64_t>(&bytes[i * kWordBytes]);
    }
}

void YaoFengRing::pass_on(MessageType type, std::span<const std::uint64_t> slots) const {
    MessageWriter writer;
    for (const std::uint64_t word : slots) {
        writer.u64(word);
    }
    peers_.send((peers_.own() + 1) % peers_.size(), type, std::move(writer));
}

void YaoFengRing::take(MessageType type, std::span<std::uint64_t> slots, bool add) const {
    const std::size_t before = (peers_.own() + peers_.size() - 1) % peers_.size();
    const Bytes payload = peers_.receive(before, type, slots.size() * kWordBytes);
    MessageReader reader(payload, peers_.name(before));
    for (std::uint64_t& word : slots) {
        word = reader.u64() + (add ? word : 0);
    }
    reader.finish();
}

RoundResult YaoFengRing::run(const std::optional<SlotMessage>& message) {
    const std::size_t words = words_of_slot();
    std::vector<std::uint64_t> slots(slots_of_ring(peers_.size()) * words, 0);
    if (message) {
        put(*message, slots);
    }
    masks_.add_masks(slots);
    const std::size_t last = peers_.size() - 1;
    if (peers_.own() != 0) {
        take(types::kMaskedSlots, slots, true);
    }
    if (peers_.own() != last) {
        pass_on(types::kMaskedSlots, slots);
        take(types::kOpenSlots, slots, false);
    }
    if (peers_.own() + 1 != last) {
        pass_on(types::kOpenSlots, slots);
    }
    RoundResult out;
    for (std::size_t slot = 0; slot < slots.size(); slot += words) {
        Bytes bytes(words * kWordBytes);
        for (std::size_t i = 0; i < words; ++i) {
            parties::store_little_endian(&bytes[i * kWordBytes], slots[slot + i]);
        }
        bytes.resize(format_.size());
        out.slots.push_back(format_.read(bytes));
    }
    return out;
}

}  // namespace kanon::messages
