// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/pairwise_masks.hpp"

#include "kanon/base/check.hpp"
#include "kanon/parties/crypto/pair_keys_internal.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::crypto {
namespace {

constexpr std::size_t kValuesAtOnce = 1024;
constexpr std::size_t kStreamBlock = 64;  // bytes of ChaCha20

/// Eight bytes, least first, whatever the machine.
std::uint64_t number_at(const std::uint8_t* bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        number |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return number;
}

/// Values [begin, begin + values.size()) of a stream, added or subtracted.
void mask_some(std::span<std::uint64_t> values,
               std::size_t begin,
               const StreamNonce& nonce,
               const SecretBytes<32>& key,
               bool adds) {
    SecretBytes<8 * kValuesAtOnce> stream;
    std::uint8_t* bytes = RawBytes::of(stream).data();
    stream_bytes({bytes, 8 * values.size()}, nonce, 8 * begin / kStreamBlock, key);
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
    check_pair_keys(key.public_key_, own, public_keys);
    for (std::size_t peer = 0; peer < public_keys.size(); ++peer) {
        if (peer != own) {
            peers_.push_back(
                {.key = key_of_pair(
                     multiply(key.key_, public_keys[peer]), own, peer, public_keys, run),
                 .adds = own < peer});
        }
    }
}

void PairwiseMasks::add_masks(std::span<std::uint64_t> values) {
    KANON_CHECK(!peers_.empty() && round_ < std::numeric_limits<std::uint64_t>::max());
    const StreamNonce nonce = nonce_of(round_++);
    for (std::size_t begin = 0; begin < values.size(); begin += kValuesAtOnce) {
        const std::span<std::uint64_t> some =
            values.subspan(begin, std::min(kValuesAtOnce, values.size() - begin));
        for (const Peer& peer : peers_) {
            mask_some(some, begin, nonce, peer.key, peer.adds);
        }
    }
}

}  // namespace kanon::crypto
