// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/pair_keys_internal.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kanon::crypto {

void check_pair_keys(const Point& key, std::size_t own, std::span<const Point> public_keys) {
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

SecretBytes<32> key_of_pair(Point shared,
                            std::size_t own,
                            std::size_t peer,
                            std::span<const Point> public_keys,
                            std::string_view run) {
    const auto [low, high] = std::minmax(own, peer);
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

StreamNonce nonce_of(std::uint64_t round) {
    StreamNonce nonce{};
    for (std::size_t i = 0; i < nonce.size(); ++i) {
        nonce[i] = static_cast<std::uint8_t>(round >> (8 * i));
    }
    return nonce;
}

void stream_bytes(std::span<std::uint8_t> out,
                  const StreamNonce& nonce,
                  std::uint64_t block,
                  const SecretBytes<32>& key) {
    std::ranges::fill(out, std::uint8_t{0});
    crypto_stream_chacha20_xor_ic(
        out.data(), out.data(), out.size(), nonce.data(), block, RawBytes::of(key).data());
}

}  // namespace kanon::crypto
