// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/pairwise_masks.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace kanon::crypto {
namespace {

constexpr std::size_t kValuesAtOnce = 1024;
constexpr std::size_t kStreamBlock = 64;  // bytes of ChaCha20

using MaskNonce = std::array<std::uint8_t, crypto_stream_chacha20_NONCEBYTES>;

/// Eight bytes, least first, whatever the machine.
std::uint64_t number_at(const std::uint8_t* bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        number |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return number;
}

MaskNonce nonce_of(std::uint64_t round) {
    MaskNonce nonce{};
    for (std::size_t i = 0; i < nonce.size(); ++i) {
        nonce[i] = static_cast<std::uint8_t>(round >> (8 * i));
    }
    return nonce;
}

void check_keys(const Point& key, std::size_t own, std::span<const Point> public_keys) {
    std::vector<Point> sorted(public_keys.begin(), public_keys.end());
    std::sort(sorted.begin(), sorted.end());
    const bool repeated = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (sorted.size() < 2 || repeated || sorted.front().is_identity()) {
        throw Error(ErrorCode::bad_input, "the sites do not have a public key each, all different");
    }
    if (own >= public_keys.size() || public_keys[own] != key) {
        throw Error(ErrorCode::bad_input, "this site's public key is not at its place in the list");
    }
}

/// The secret of the sites at `low` and `high`, the same for both.
SecretBytes<32> key_of_pair(Point shared,
                            std::pair<std::size_t, std::size_t> places,
                            std::span<const Point> public_keys,
                            std::string_view run) {
    const auto [low, high] = places;
    const std::string low_text = std::to_string(low);
    const std::string high_text = std::to_string(high);
    const std::array<std::string_view, 6> parts{text_of(shared.encode()),
                                                text_of(public_keys[low].encode()),
                                                text_of(public_keys[high].encode()),
                                                low_text,
                                                high_text,
                                                run};
    SecretBytes<64> hash = hash_parts("pairwise-masks", parts);
    wipe_point(shared);
    return SecretBytes<32>::take(std::span(RawBytes::of(hash)).first<32>());
}

/// Values [begin, begin + values.size()) of a stream, added or subtracted.
void mask_some(std::span<std::uint64_t> values,
               std::size_t begin,
               const MaskNonce& nonce,
               const SecretBytes<32>& key,
               bool adds) {
    SecretBytes<8 * kValuesAtOnce> stream;
    std::uint8_t* bytes = RawBytes::of(stream).data();
    crypto_stream_chacha20_xor_ic(bytes,
                                  bytes,
                                  8 * values.size(),
                                  nonce.data(),
                                  8 * begin / kStreamBlock,
                                  RawBytes::of(key).data());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t mask = number_at(bytes + 8 * i);
        values[i] += adds ? mask : 0 - mask;
    }
}

}  // namespace

MaskKey::MaskKey(Scalar key) : key_(std::move(key)), public_key_(base_multiply(key_)) {}

MaskKey MaskKey::random() {
    return MaskKey(Scalar::random());
}

PairwiseMasks::PairwiseMasks(MaskKey key,
                             std::size_t own,
                             std::span<const Point> public_keys,
                             std::string_view run) {
    KANON_CHECK(!key.key_.is_zero());
    check_keys(key.public_key_, own, public_keys);
    for (std::size_t peer = 0; peer < public_keys.size(); ++peer) {
        if (peer != own) {
            peers_.push_back({.key = key_of_pair(multiply(key.key_, public_keys[peer]),
                                                 std::minmax({own, peer}),
                                                 public_keys,
                                                 run),
                              .adds = own < peer});
        }
    }
}

void PairwiseMasks::add_masks(std::span<std::uint64_t> values) {
    KANON_CHECK(!peers_.empty() && round_ < std::numeric_limits<std::uint64_t>::max());
    const MaskNonce nonce = nonce_of(round_++);
    for (std::size_t begin = 0; begin < values.size(); begin += kValuesAtOnce) {
        const std::span<std::uint64_t> some =
            values.subspan(begin, std::min(kValuesAtOnce, values.size() - begin));
        for (const Peer& peer : peers_) {
            mask_some(some, begin, nonce, peer.key, peer.adds);
        }
    }
}

}  // namespace kanon::crypto
