// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/identity.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/secrets/private_file.hpp"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <array>
#include <cstddef>
#include <utility>

namespace kanon::parties {
namespace {

using MemoryBio = std::unique_ptr<BIO, decltype(&BIO_free)>;

MemoryBio bio_of(const std::string& content) {
    return {BIO_new_mem_buf(content.data(), static_cast<int>(content.size())), &BIO_free};
}

/// No passphrase: never ask for one on the terminal.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) {
    return 0;
}

[[noreturn]] void refuse_file(const std::string& path, const std::string& why) {
    ERR_clear_error();
    throw Error(ErrorCode::bad_input, why, {.file = path});
}

std::shared_ptr<evp_pkey_st> read_key(const std::string& path) {
    std::string content = read_small_file(path, true);
    std::shared_ptr<EVP_PKEY> key(
        PEM_read_bio_PrivateKey(bio_of(content).get(), nullptr, &no_passphrase, nullptr),
        &EVP_PKEY_free);
    OPENSSL_cleanse(content.data(), content.size());
    if (!key) {
        refuse_file(path, "it is no private key, or has a passphrase");
    }
    if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
        refuse_file(path, "it is no key of Ed25519; make a new identity");
    }
    return key;
}

std::shared_ptr<x509_st> read_certificate(const std::string& path) {
    const std::string content = read_small_file(path, false);
    std::shared_ptr<X509> certificate(
        PEM_read_bio_X509(bio_of(content).get(), nullptr, &no_passphrase, nullptr), &X509_free);
    if (!certificate || X509_get0_pubkey(certificate.get()) == nullptr) {
        refuse_file(path, "it is no certificate");
    }
    return certificate;
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
    auto certificate = read_certificate(certificate_path);
    if (X509_check_private_key(certificate.get(), key.get()) != 1) {
        refuse_file(key_path, "this key does not belong to the certificate " + certificate_path);
    }
    return {std::move(key), std::move(certificate)};
}

Fingerprint fingerprint_of_file(const std::string& certificate_path) {
    return fingerprint_of(*read_certificate(certificate_path));
}

}  // namespace kanon::parties
