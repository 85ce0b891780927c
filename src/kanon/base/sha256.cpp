// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/sha256.hpp"

#include "kanon/base/check.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace kanon {

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    KANON_CHECK(context_ != nullptr);
    KANON_CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
    KANON_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    KANON_CHECK(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    std::string out;
    for (unsigned i = 0; i < size; ++i) {
        out += fmt::format("{:02x}", digest[i]);
    }
    return out;
}

std::string sha256_of(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

std::array<std::uint64_t, 4> sha256_words(std::string_view bytes) {
    constexpr unsigned kByte = 8;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    KANON_CHECK(
        EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1);
    std::array<std::uint64_t, 4> out{};
    for (unsigned i = 0; i < size; ++i) {
        std::uint64_t& word = out[i / sizeof(std::uint64_t)];
        word = (word << kByte) | digest[i];
    }
    return out;
}

}  // namespace kanon
