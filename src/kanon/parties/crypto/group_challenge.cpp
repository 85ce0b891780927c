// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/group_challenge.hpp"

#include "kanon/base/check.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon::crypto {
namespace {

/// The number that goes with a secret and its keys.
Scalar number_of_secret(const SecretBytes<32>& secret, std::span<const Point> keys) {
    std::vector<std::string_view> parts{text_of(RawBytes::of(secret))};
    for (const Point& key : keys) {
        parts.push_back(text_of(key.encode()));
    }
    return hash_to_scalar("group-challenge-number", parts);
}

/// `bytes` under the pad of one key; twice gives the bytes again. `shared` is wiped.
std::array<std::uint8_t, 32> padded(const std::array<std::uint8_t, 32>& bytes,
                                    Point shared,
                                    const Point& point,
                                    std::size_t place) {
    const std::string number = std::to_string(place);
    const std::array<std::string_view, 3> parts{
        text_of(shared.encode()), text_of(point.encode()), number};
    const SecretBytes<64> pad = hash_parts("group-challenge-pad", parts);
    wipe_point(shared);
    std::array<std::uint8_t, 32> out = bytes;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] ^= RawBytes::of(pad)[i];
    }
    return out;
}

GroupChallenge challenge_by(const Scalar& number,
                            std::span<const Point> keys,
                            const SecretBytes<32>& secret) {
    GroupChallenge out{.point = base_multiply(number), .masked = {}};
    for (std::size_t place = 0; place < keys.size(); ++place) {
        out.masked.push_back(
            padded(RawBytes::of(secret), multiply(number, keys[place]), out.point, place));
    }
    return out;
}

SecretBytes<32> first_half(SecretBytes<64> hash) {
    return SecretBytes<32>::take(std::span(RawBytes::of(hash)).first<32>());
}

}  // namespace

GroupChallenge challenge_group(std::span<const Point> keys, const SecretBytes<32>& secret) {
    KANON_CHECK(!keys.empty() && std::ranges::none_of(keys, &Point::is_identity));
    return challenge_by(number_of_secret(secret, keys), keys, secret);
}

ChallengeKey::ChallengeKey(Scalar key) : key_(std::move(key)), public_key_(base_multiply(key_)) {}

ChallengeKey ChallengeKey::random() {
    return ChallengeKey(Scalar::random());
}

std::optional<SecretBytes<32>> ChallengeKey::open(const GroupChallenge& challenge,
                                                  std::span<const Point> keys,
                                                  std::size_t place) const {
    KANON_CHECK(!key_.is_zero() && place < keys.size() && challenge.masked.size() == keys.size());
    auto plain =
        padded(challenge.masked[place], multiply(key_, challenge.point), challenge.point, place);
    SecretBytes<32> secret = SecretBytes<32>::take(std::span<std::uint8_t, 32>(plain));
    const GroupChallenge again = challenge_by(number_of_secret(secret, keys), keys, secret);
    bool same = again.point == challenge.point;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        same = equal_in_constant_time(again.masked[i], challenge.masked[i]) && same;
    }
    if (!same) {
        return std::nullopt;
    }
    return secret;
}

SecretBytes<32> join_secrets(std::string_view domain,
                             const SecretBytes<32>& first,
                             const SecretBytes<32>& second,
                             std::string_view context) {
    const std::array<std::string_view, 4> parts{
        domain, text_of(RawBytes::of(first)), text_of(RawBytes::of(second)), context};
    return first_half(hash_parts("joined-secrets", parts));
}

std::array<std::uint8_t, 32> tag_of_secret(std::string_view domain,
                                           const SecretBytes<32>& secret,
                                           std::string_view text) {
    const std::array<std::string_view, 3> parts{domain, text_of(RawBytes::of(secret)), text};
    const SecretBytes<32> half = first_half(hash_parts("secret-tag", parts));
    return RawBytes::of(half);
}

}  // namespace kanon::crypto
