// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secrets/content_seal.hpp"

#include "kanon/base/check.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace kanon {
namespace {

constexpr std::size_t kKeySize = 32;
constexpr std::size_t kNonceSize = 12;
constexpr std::size_t kTagSize = 16;

using Context = std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytes_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

/// One key to encrypt, and one to hash texts into nonces; wiped when they go.
class ContentKeys {
public:
    explicit ContentKeys(std::string_view content) {
        constexpr std::string_view kSalt = "kanon content seal 1";
        constexpr std::uint64_t kRounds = std::uint64_t{1} << 15U;
        constexpr std::uint64_t kBlock = 8;
        constexpr std::uint64_t kMemory = std::uint64_t{64} << 20U;
        if (EVP_PBE_scrypt(content.data(),
                           content.size(),
                           bytes_of(kSalt),
                           kSalt.size(),
                           kRounds,
                           kBlock,
                           1,
                           kMemory,
                           bytes_.data(),
                           bytes_.size()) != 1) {
            throw std::bad_alloc();
        }
    }

    ~ContentKeys() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

    ContentKeys(const ContentKeys&) = delete;
    ContentKeys(ContentKeys&&) = delete;
    ContentKeys& operator=(const ContentKeys&) = delete;
    ContentKeys& operator=(ContentKeys&&) = delete;

    [[nodiscard]] const unsigned char* cipher() const { return bytes_.data(); }

    /// The nonce of a text.
    [[nodiscard]] std::string nonce(std::string_view text) const {
        std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
        unsigned size = 0;
        KANON_CHECK(HMAC(EVP_sha256(),
                         bytes_.data() + kKeySize,
                         static_cast<int>(kKeySize),
                         bytes_of(text),
                         text.size(),
                         hash.data(),
                         &size) != nullptr);
        return {hash.begin(), hash.begin() + kNonceSize};
    }

private:
    std::array<unsigned char, 2 * kKeySize> bytes_{};
};

Context new_context() {
    Context out(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    KANON_CHECK(out != nullptr);
    return out;
}

std::string to_base64(std::string_view bytes) {
    std::string out(((bytes.size() + 2) / 3 * 4) + 1, '\0');
    const int size =
        EVP_EncodeBlock(bytes_of(out), bytes_of(bytes), static_cast<int>(bytes.size()));
    out.resize(static_cast<std::size_t>(size));
    return out;
}

std::optional<std::string> from_base64(std::string_view text) {
    constexpr std::size_t kGroup = 4;
    if (text.empty() || text.size() % kGroup != 0 ||
        text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return std::nullopt;
    }
    std::string out(text.size() / kGroup * 3, '\0');
    if (EVP_DecodeBlock(bytes_of(out), bytes_of(text), static_cast<int>(text.size())) < 0) {
        return std::nullopt;
    }
    out.resize(out.size() - std::min<std::size_t>(2, text.size() - text.find_last_not_of('=') - 1));
    return out;
}

}  // namespace

std::string seal_for(std::string_view content, std::string_view text) {
    KANON_CHECK(text.size() < static_cast<std::size_t>(std::numeric_limits<int>::max() / 2));
    const ContentKeys keys(content);
    const std::string nonce = keys.nonce(text);
    std::string sealed(text.size(), '\0');
    std::string tag(kTagSize, '\0');
    const Context context = new_context();
    int size = 0;
    KANON_CHECK(
        EVP_EncryptInit_ex(
            context.get(), EVP_aes_256_gcm(), nullptr, keys.cipher(), bytes_of(nonce)) == 1 &&
        EVP_EncryptUpdate(context.get(),
                          bytes_of(sealed),
                          &size,
                          bytes_of(text),
                          static_cast<int>(text.size())) == 1 &&
        EVP_EncryptFinal_ex(context.get(), bytes_of(sealed) + size, &size) == 1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTagSize, bytes_of(tag)) == 1);
    return to_base64(nonce + tag + sealed);
}

std::optional<std::string> open_sealed(std::string_view content, std::string_view sealed) {
    std::optional<std::string> bytes = from_base64(sealed);
    if (!bytes || bytes->size() < kNonceSize + kTagSize) {
        return std::nullopt;
    }
    const std::string nonce = bytes->substr(0, kNonceSize);
    std::string tag = bytes->substr(kNonceSize, kTagSize);
    const std::string_view text = std::string_view(*bytes).substr(kNonceSize + kTagSize);
    const ContentKeys keys(content);
    std::string out(text.size(), '\0');
    const Context context = new_context();
    int size = 0;
    const bool opens =
        EVP_DecryptInit_ex(
            context.get(), EVP_aes_256_gcm(), nullptr, keys.cipher(), bytes_of(nonce)) == 1 &&
        EVP_DecryptUpdate(
            context.get(), bytes_of(out), &size, bytes_of(text), static_cast<int>(text.size())) ==
            1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTagSize, bytes_of(tag)) == 1 &&
        EVP_DecryptFinal_ex(context.get(), bytes_of(out) + size, &size) == 1;
    return opens ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace kanon
