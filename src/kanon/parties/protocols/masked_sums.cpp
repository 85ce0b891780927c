// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/masked_sums.hpp"

#include "kanon/base/check.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

using crypto::Point;

constexpr std::string_view kSumRun = "kanon secure-sum";

crypto::PairwiseMasks exchange_keys(const Peers& peers) {
    KANON_CHECK(peers.size() >= 2);
    crypto::MaskKey key = crypto::MaskKey::random();
    const std::vector<Point> keys = exchange_points(peers, messages::kMaskKey, key.public_key());
    return {std::move(key), peers.own(), keys, kSumRun};
}

std::size_t bytes_of_numbers(std::span<const std::uint64_t> numbers) {
    return 8 * numbers.size();
}

Bytes message_of(std::span<const std::uint64_t> numbers) {
    MessageWriter writer;
    for (const std::uint64_t number : numbers) {
        writer.u64(number);
    }
    return writer.take();
}

}  // namespace

MaskedSums::MaskedSums(const Peers& peers) : peers_(peers), masks_(exchange_keys(peers)) {}

void MaskedSums::add_up(std::span<std::uint64_t> numbers) {
    for (std::size_t begin = 0; begin < numbers.size(); begin += kMostNumbers) {
        const auto some = numbers.subspan(begin, std::min(kMostNumbers, numbers.size() - begin));
        masks_.add_masks(some);
        if (peers_.own() == 0) {
            collect(some);
        } else {
            hand_in(some);
        }
    }
}

void MaskedSums::collect(std::span<std::uint64_t> numbers) const {
    for (std::size_t place = 1; place < peers_.size(); ++place) {
        const Bytes payload =
            peers_.receive(place, messages::kMaskedNumbers, bytes_of_numbers(numbers));
        MessageReader reader(payload, peers_.name(place));
        for (std::uint64_t& number : numbers) {
            number += reader.u64();
        }
        reader.finish();
    }
    peers_.send_all(messages::kSums, message_of(numbers));
}

void MaskedSums::hand_in(std::span<std::uint64_t> numbers) const {
    peers_.channel(0).send(messages::kMaskedNumbers, message_of(numbers));
    const Bytes payload = peers_.receive(0, messages::kSums, bytes_of_numbers(numbers));
    MessageReader reader(payload, peers_.name(0));
    for (std::uint64_t& number : numbers) {
        number = reader.u64();
    }
    reader.finish();
}

}  // namespace kanon::parties
