// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/fingerprint.hpp"

#include <memory>
#include <string>

// NOLINTNEXTLINE(readability-identifier-naming): OpenSSL's name
struct evp_pkey_st;

namespace kanon::parties {

/// Who a party is to the others: a private key of Ed25519, and a certificate that the key signed
/// itself. Nobody else vouches for it: the others compare its fingerprint. Cheap to copy.
class Identity {
public:
    /// \pre the key belongs to the certificate
    Identity(std::shared_ptr<evp_pkey_st> key, std::shared_ptr<x509_st> certificate);

    /// As the certificate has it (CN).
    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] const Fingerprint& fingerprint() const { return fingerprint_; }

    [[nodiscard]] evp_pkey_st& key() const { return *key_; }

    [[nodiscard]] x509_st& certificate() const { return *certificate_; }

private:
    std::shared_ptr<evp_pkey_st> key_;
    std::shared_ptr<x509_st> certificate_;
    std::string name_;
    Fingerprint fingerprint_;
};

/// Make an identity: NAME.key (mode 0600) and NAME.crt in a folder that is there. The certificate
/// holds the name, the public key, ten years, and nothing else of anyone. Names: letters of ASCII,
/// digits, hyphens and underscores, at most 64.
/// \throws Error{usage}: the name; Error{bad_output}: a file cannot be written, or is there already
Fingerprint make_identity(const std::string& folder, const std::string& name);

/// Read what make_identity() wrote. \throws Error{bad_input} naming the file: missing, damaged,
/// readable by others than its owner, another kind of key, a key of another certificate.
[[nodiscard]] Identity load_identity(const std::string& folder, const std::string& name);

/// The same of two files, wherever they are.
[[nodiscard]] Identity load_identity_files(const std::string& key_path,
                                           const std::string& certificate_path);

/// The fingerprint of a certificate's file, of one's own or of another party.
/// \throws Error{bad_input} naming the file
[[nodiscard]] Fingerprint fingerprint_of_file(const std::string& certificate_path);

}  // namespace kanon::parties
