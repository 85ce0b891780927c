// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/fingerprint.hpp"

#include "kanon/base/error.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include <cstddef>
#include <new>

namespace kanon::parties {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

/// 0 to 15, or 16 of what is no digit.
unsigned hex_value(char c) {
    const char small = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    const std::size_t at = kHexDigits.find(small);
    return at == std::string_view::npos ? 16 : static_cast<unsigned>(at);
}

[[noreturn]] void refuse_fingerprint() {
    throw Error(
        ErrorCode::usage,
        "a fingerprint has 64 digits, 0 to 9 and a to f; blanks between them are as you like");
}

}  // namespace

std::string Fingerprint::text() const {
    std::string out;
    for (std::size_t i = 0; i < hash_.size(); ++i) {
        out += i > 0 && i % 2 == 0 ? " " : "";
        out += kHexDigits[hash_[i] >> 4U];
        out += kHexDigits[hash_[i] & 0xFU];
    }
    return out;
}

Fingerprint Fingerprint::parse(std::string_view text) {
    Hash hash{};
    std::size_t digits = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            continue;
        }
        const unsigned value = hex_value(c);
        if (value > 15 || digits == 2 * hash.size()) {
            refuse_fingerprint();
        }
        hash[digits / 2] = static_cast<std::uint8_t>(hash[digits / 2] * 16U + value);
        ++digits;
    }
    if (digits != 2 * hash.size()) {
        refuse_fingerprint();
    }
    return Fingerprint(hash);
}

Fingerprint fingerprint_of(const x509_st& certificate) {
    unsigned char* der = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(&certificate), &der);
    if (size <= 0) {
        throw std::bad_alloc();
    }
    Fingerprint::Hash hash{};
    SHA256(der, static_cast<std::size_t>(size), hash.data());
    OPENSSL_free(der);
    return Fingerprint(hash);
}

}  // namespace kanon::parties
