// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): OpenSSL's names
struct evp_pkey_st;
struct x509_st;

// NOLINTEND(readability-identifier-naming)

/// Keys and certificates of TLS: read from files in PEM form, and made.
namespace kanon {

/// \throws Error{bad_input} naming the file: missing, no key, one with a passphrase, or one that
/// others than its owner may read
[[nodiscard]] std::shared_ptr<evp_pkey_st> read_private_key(const std::string& path);

/// At least one: the owner's, then those that vouch for it. \throws Error{bad_input} naming the
/// file
[[nodiscard]] std::vector<std::shared_ptr<x509_st>> read_certificates(const std::string& path);

/// Check that a key is that of a certificate. \throws Error{bad_input} naming the key's file
void check_key(const x509_st& certificate,
               const evp_pkey_st& key,
               const std::string& key_path,
               const std::string& certificate_path);

/// What stands in a certificate beside its key.
struct CertificateContent {
    std::string name;  ///< CN; at most 64 bytes
    long days = 0;     ///< how long it holds, from yesterday on: the clocks of two machines differ
    /// Addresses that the owner answers at, as OpenSSL writes them (`IP:192.0.2.7,DNS:a.example`);
    /// "": nothing but the name.
    std::string addresses{};
};

/// A certificate that nobody but its own key vouches for. \throws std::bad_alloc
[[nodiscard]] std::shared_ptr<x509_st> sign_own_certificate(evp_pkey_st& key,
                                                            const CertificateContent& content);

}  // namespace kanon
