// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/sealed_message.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"

#include <cstdint>
#include <span>
#include <utility>

namespace kanon::crypto {
namespace {

/// The key of both, for one fresh key: `shared` is wiped.
SealKey key_of_exchange(Point shared, const Point& fresh, const Point& receiver) {
    std::string domain = "sealed-message";
    domain += text_of(fresh.encode());
    domain += text_of(receiver.encode());
    SealKey key = SealKey::of_point(domain, shared);
    wipe_point(shared);
    return key;
}

}  // namespace

std::string seal_for(const Point& public_key, std::string_view plain, std::string_view context) {
    KANON_CHECK(!public_key.is_identity());
    const Scalar random = Scalar::random();
    const Point fresh = base_multiply(random);
    const SealKey key = key_of_exchange(multiply(random, public_key), fresh, public_key);
    return std::string(text_of(fresh.encode())) + seal(key, plain, context);
}

ReceivingKey::ReceivingKey(Scalar key) : key_(std::move(key)), public_key_(base_multiply(key_)) {}

ReceivingKey ReceivingKey::random() {
    return ReceivingKey(Scalar::random());
}

std::string ReceivingKey::open(std::string_view sealed, std::string_view context) const {
    KANON_CHECK(!key_.is_zero());
    if (sealed.size() < kSealedForSize) {
        throw Error(ErrorCode::bad_input, "a sealed message is too short to be one");
    }
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(sealed.data());
    const Point fresh = Point::decode(std::span(bytes, Point::kSize));
    const SealKey key = key_of_exchange(multiply(key_, fresh), fresh, public_key_);
    return crypto::open(key, sealed.substr(Point::kSize), context);
}

}  // namespace kanon::crypto
