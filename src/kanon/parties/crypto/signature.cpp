// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/signature.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kanon::crypto {
namespace {

Scalar signed_challenge(const Point& nonce,
                        const Point& public_key,
                        std::string_view domain,
                        std::span<const std::string_view> parts) {
    std::vector<std::string_view> all{
        domain, text_of(nonce.encode()), text_of(public_key.encode())};
    all.insert(all.end(), parts.begin(), parts.end());
    return hash_to_scalar("schnorr-signature", all);
}

}  // namespace

SigningKey::SigningKey(Scalar key) : key_(std::move(key)), public_key_(base_multiply(key_)) {}

SigningKey SigningKey::random() {
    return SigningKey(Scalar::random());
}

Signature SigningKey::sign(std::string_view domain, std::span<const std::string_view> parts) const {
    KANON_CHECK(!key_.is_zero());
    const Scalar random = Scalar::random();
    const Point nonce = base_multiply(random);
    const Scalar answer = random + signed_challenge(nonce, public_key_, domain, parts) * key_;
    Signature out{};
    std::copy(nonce.encode().begin(), nonce.encode().end(), out.begin());
    std::copy(RawBytes::of(answer).begin(), RawBytes::of(answer).end(), out.begin() + 32);
    return out;
}

bool verifies(const Point& public_key,
              std::string_view domain,
              std::span<const std::string_view> parts,
              const Signature& signature) {
    const std::span bytes(signature);
    try {
        const Point nonce = Point::decode(bytes.first(Point::kSize));
        const Scalar answer = Scalar::decode(bytes.last(32));
        const Scalar challenge = signed_challenge(nonce, public_key, domain, parts);
        return base_multiply(answer) == nonce + multiply(challenge, public_key);
    } catch (const Error&) {
        return false;
    }
}

}  // namespace kanon::crypto
