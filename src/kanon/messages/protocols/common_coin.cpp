// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/common_coin.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/messages/protocols/message_types.hpp"
#include "kanon/parties/channel/faults.hpp"
#include "kanon/parties/channel/little_endian.hpp"
#include "kanon/parties/crypto/secret_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace kanon::messages {

using parties::Bytes;
using parties::Peers;

namespace {

constexpr std::size_t kCoinBytes = 32;

void refuse_two_faces(const Peers& peers, const Heard& heard) {
    for (const std::size_t place : heard.two_faced) {
        if (place != peers.own()) {
            throw parties::not_as_agreed(peers.name(place), "it sent others another one");
        }
    }
}

Bytes hash_of_part(const Bytes& part) {
    const Digest digest = digest_of(part);
    return {digest.begin(), digest.end()};
}

}  // namespace

Digest common_coin(const Peers& peers, Broadcast& broadcast) {
    Bytes part(kCoinBytes);
    crypto::fill_randomly(part);
    const Heard hashes = broadcast.exchange(types::kCoinHash, hash_of_part(part), kCoinBytes);
    refuse_two_faces(peers, hashes);
    const Heard parts = broadcast.exchange(types::kCoinPart, part, kCoinBytes);
    refuse_two_faces(peers, parts);
    Bytes all;
    for (std::size_t place = 0; place < peers.size(); ++place) {
        const Bytes& shown = parts.payloads[place];
        if (shown.size() != kCoinBytes || hash_of_part(shown) != hashes.payloads[place]) {
            throw parties::not_as_agreed(peers.name(place),
                                         "it is not the part of the coin that was committed to");
        }
        all.insert(all.end(), shown.begin(), shown.end());
    }
    return digest_of(all);
}

std::vector<std::vector<std::size_t>> groups_by_coin(const Digest& coin,
                                                     std::size_t members,
                                                     std::size_t size) {
    KANON_CHECK(size >= 1 && size <= members);
    std::vector<std::size_t> order(members);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(parties::load_little_endian<std::uint64_t>(coin.data()));
    for (std::size_t left = members; left > 1; --left) {
        std::swap(order[left - 1], order[random.below(left)]);
    }
    std::vector<std::vector<std::size_t>> out(members / size);
    for (std::size_t i = 0; i < members; ++i) {
        out[i % out.size()].push_back(order[i]);
    }
    for (std::vector<std::size_t>& group : out) {
        std::ranges::sort(group);
    }
    return out;
}

}  // namespace kanon::messages
