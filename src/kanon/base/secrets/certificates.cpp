// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secrets/certificates.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secrets/private_file.hpp"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdint>
#include <new>

namespace kanon {
namespace {

constexpr long kSecondsOfDay = 24L * 60 * 60;

using MemoryBio = std::unique_ptr<BIO, decltype(&BIO_free)>;

MemoryBio bio_of(const std::string& content) {
    return {BIO_new_mem_buf(content.data(), static_cast<int>(content.size())), &BIO_free};
}

/// No passphrase: never ask for one on the terminal.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) {
    return 0;
}

[[noreturn]] void refuse_pem(const std::string& path, const std::string& why) {
    ERR_clear_error();
    throw Error(ErrorCode::bad_input, why, {.file = path});
}

/// What OpenSSL did not do for want of memory, which is all that can be.
void require_made(bool done) {
    if (!done) {
        ERR_clear_error();
        throw std::bad_alloc();
    }
}

void set_serial_number(X509& certificate) {
    std::array<unsigned char, 8> random{};
    require_made(RAND_bytes(random.data(), static_cast<int>(random.size())) == 1);
    std::uint64_t number = 0;
    for (const unsigned char byte : random) {
        number = number << 8U | byte;
    }
    require_made(ASN1_INTEGER_set_uint64(X509_get_serialNumber(&certificate), number | 1U) == 1);
}

void add_extension(X509& certificate, int kind, const std::string& value) {
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> made(
        X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str()), &X509_EXTENSION_free);
    require_made(made != nullptr && X509_add_ext(&certificate, made.get(), -1) == 1);
}

}  // namespace

std::shared_ptr<evp_pkey_st> read_private_key(const std::string& path) {
    std::string content = read_small_file(path, true);
    std::shared_ptr<EVP_PKEY> key(
        PEM_read_bio_PrivateKey(bio_of(content).get(), nullptr, &no_passphrase, nullptr),
        &EVP_PKEY_free);
    OPENSSL_cleanse(content.data(), content.size());
    if (!key) {
        refuse_pem(path, "it is no private key, or has a passphrase");
    }
    return key;
}

std::vector<std::shared_ptr<x509_st>> read_certificates(const std::string& path) {
    const std::string content = read_small_file(path, false);
    const MemoryBio bio = bio_of(content);
    std::vector<std::shared_ptr<x509_st>> out;
    while (X509* const read = PEM_read_bio_X509(bio.get(), nullptr, &no_passphrase, nullptr)) {
        out.emplace_back(read, &X509_free);
    }
    ERR_clear_error();  // of the file's end
    if (out.empty() || X509_get0_pubkey(out.front().get()) == nullptr) {
        refuse_pem(path, "it is no certificate");
    }
    return out;
}

void check_key(const x509_st& certificate,
               const evp_pkey_st& key,
               const std::string& key_path,
               const std::string& certificate_path) {
    if (X509_check_private_key(&certificate, &key) != 1) {
        refuse_pem(key_path, "this key does not belong to the certificate " + certificate_path);
    }
}

std::shared_ptr<x509_st> sign_own_certificate(evp_pkey_st& key, const CertificateContent& content) {
    std::shared_ptr<X509> made(X509_new(), &X509_free);
    require_made(made != nullptr);
    require_made(X509_set_version(made.get(), X509_VERSION_3) == 1);
    set_serial_number(*made);
    require_made(X509_gmtime_adj(X509_getm_notBefore(made.get()), -kSecondsOfDay) != nullptr);
    require_made(X509_gmtime_adj(X509_getm_notAfter(made.get()), content.days * kSecondsOfDay) !=
                 nullptr);
    X509_NAME* subject = X509_get_subject_name(made.get());
    const auto* text = reinterpret_cast<const unsigned char*>(content.name.c_str());
    require_made(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1);
    require_made(X509_set_issuer_name(made.get(), subject) == 1);
    if (!content.addresses.empty()) {
        add_extension(*made, NID_subject_alt_name, content.addresses);
    }
    require_made(X509_set_pubkey(made.get(), &key) == 1);
    // A key of Ed25519 hashes by itself; others sign a SHA-256.
    const bool hashes_itself = EVP_PKEY_get_base_id(&key) == EVP_PKEY_ED25519;
    require_made(X509_sign(made.get(), &key, hashes_itself ? nullptr : EVP_sha256()) > 0);
    return made;
}

}  // namespace kanon
