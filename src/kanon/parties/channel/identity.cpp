// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/identity.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secrets/certificates.hpp"

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <cstddef>
#include <utility>

namespace kanon::parties {
namespace {

std::shared_ptr<evp_pkey_st> read_key(const std::string& path) {
    std::shared_ptr<EVP_PKEY> key = read_private_key(path);
    if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
        throw Error(
            ErrorCode::bad_input, "it is no key of Ed25519; make a new identity", {.file = path});
    }
    return key;
}

std::string common_name(const X509& certificate) {
    std::array<char, 256> text{};
    const int size = X509_NAME_get_text_by_NID(X509_get_subject_name(&certificate),
                                               NID_commonName,
                                               text.data(),
                                               static_cast<int>(text.size()));
    return size < 0 ? std::string() : std::string(text.data(), static_cast<std::size_t>(size));
}

}  // namespace

Identity::Identity(std::shared_ptr<evp_pkey_st> key, std::shared_ptr<x509_st> certificate)
    : key_(std::move(key)),
      certificate_(std::move(certificate)),
      name_(common_name(*certificate_)),
      fingerprint_(fingerprint_of(*certificate_)) {}

Identity load_identity(const std::string& folder, const std::string& name) {
    const std::string start = folder.empty() ? name : folder + "/" + name;
    return load_identity_files(start + ".key", start + ".crt");
}

Identity load_identity_files(const std::string& key_path, const std::string& certificate_path) {
    auto key = read_key(key_path);
    auto certificate = read_certificates(certificate_path).front();
    check_key(*certificate, *key, key_path, certificate_path);
    return {std::move(key), std::move(certificate)};
}

Fingerprint fingerprint_of_file(const std::string& certificate_path) {
    return fingerprint_of(*read_certificates(certificate_path).front());
}

}  // namespace kanon::parties
