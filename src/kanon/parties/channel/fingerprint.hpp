// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): OpenSSL's name
struct x509_st;

namespace kanon::parties {

/// What tells a party: SHA-256 of the public key in its certificate (the DER form of its
/// SubjectPublicKeyInfo, RFC 5280). A certificate made anew for the same key has the same.
class Fingerprint {
public:
    using Hash = std::array<std::uint8_t, 32>;

    Fingerprint() = default;

    explicit Fingerprint(const Hash& hash) : hash_(hash) {}

    /// As people read it to each other: 16 groups of four hexadecimal digits, `1f09 a3c2 ...`.
    [[nodiscard]] std::string text() const;

    /// What text() wrote, with any blanks and capitals. \throws Error{usage}
    [[nodiscard]] static Fingerprint parse(std::string_view text);

    bool operator==(const Fingerprint&) const = default;

    bool operator<(const Fingerprint& other) const { return hash_ < other.hash_; }

private:
    Hash hash_{};
};

/// \throws std::bad_alloc
[[nodiscard]] Fingerprint fingerprint_of(const x509_st& certificate);

}  // namespace kanon::parties
