// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/seal.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <sodium.h>

#include <array>
#include <span>

namespace kanon::crypto {
namespace {

constexpr std::size_t kNonceSize = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
static_assert(kSealSize == kNonceSize + crypto_aead_xchacha20poly1305_ietf_ABYTES);
static_assert(crypto_aead_xchacha20poly1305_ietf_KEYBYTES == 32);

SecretBytes<32> derived_key(std::string_view kind,
                            std::string_view domain,
                            std::span<const std::uint8_t> secret) {
    const std::array<std::string_view, 3> parts{kind, domain, text_of(secret)};
    SecretBytes<64> hash = hash_parts("seal-key", parts);
    return SecretBytes<32>::take(std::span(RawBytes::of(hash)).first<32>());
}

unsigned char* bytes_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

SealKey SealKey::random() {
    return SealKey(SecretBytes<32>::random());
}

SealKey SealKey::of_point(std::string_view domain, const Point& secret) {
    return SealKey(derived_key("point", domain, secret.encode()));
}

SealKey SealKey::of_scalar(std::string_view domain, const Scalar& secret) {
    return SealKey(derived_key("scalar", domain, RawBytes::of(secret)));
}

SealKey SealKey::of_bytes(std::string_view domain, const SecretBytes<32>& secret) {
    return SealKey(derived_key("bytes", domain, RawBytes::of(secret)));
}

std::string seal(const SealKey& key, std::string_view plain, std::string_view context) {
    KANON_CHECK(key.key_ != SecretBytes<32>());  // moved from
    std::string sealed(plain.size() + kSealSize, '\0');
    unsigned char* nonce = bytes_of(sealed);
    fill_randomly({nonce, kNonceSize});
    crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + kNonceSize,
                                               nullptr,
                                               bytes_of(plain),
                                               plain.size(),
                                               bytes_of(context),
                                               context.size(),
                                               nullptr,
                                               nonce,
                                               RawBytes::of(key.key_).data());
    return sealed;
}

std::string open(const SealKey& key, std::string_view sealed, std::string_view context) {
    start_sodium();
    KANON_CHECK(key.key_ != SecretBytes<32>());  // moved from: anybody could seal for it
    std::string plain(sealed.size() < kSealSize ? 0 : sealed.size() - kSealSize, '\0');
    if (sealed.size() < kSealSize ||
        crypto_aead_xchacha20poly1305_ietf_decrypt(bytes_of(plain),
                                                   nullptr,
                                                   nullptr,
                                                   bytes_of(sealed) + kNonceSize,
                                                   sealed.size() - kNonceSize,
                                                   bytes_of(context),
                                                   context.size(),
                                                   bytes_of(sealed),
                                                   RawBytes::of(key.key_).data()) != 0) {
        throw Error(ErrorCode::bad_input,
                    "sealed data does not open: it was changed, or is for another key");
    }
    return plain;
}

}  // namespace kanon::crypto
