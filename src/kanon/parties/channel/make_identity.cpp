// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/secrets/certificates.hpp"
#include "kanon/base/secrets/private_file.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/parties/channel/identity.hpp"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace kanon::parties {
namespace {

constexpr long kTenYears = 10L * 365 + 2;  // in days
constexpr std::size_t kLongestName = 64;   // of a CN, RFC 5280

template <typename T, void (*Free)(T*)>
struct FreeWith {
    void operator()(T* of) const { Free(of); }
};

using MadeKey = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY, &EVP_PKEY_free>>;
using MadeText = std::unique_ptr<BIO, FreeWith<BIO, &BIO_free_all>>;

/// What OpenSSL did not do for want of memory, which is all that can be.
void require_done(bool done) {
    if (!done) {
        throw std::bad_alloc();
    }
}

void check_party_name(const std::string& name) {
    const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; };
    if (name.empty() || name.size() > kLongestName ||
        !std::all_of(name.begin(), name.end(), fits) || name.front() == '-') {
        throw Error(ErrorCode::usage,
                    "the name of a party has letters of ASCII, digits, hyphens and underscores, no "
                    "hyphen first, and 64 at most");
    }
}

std::string text_of(BIO& bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(&bio, &data);
    return {data, static_cast<std::size_t>(size)};
}

std::string key_text(EVP_PKEY& key) {
    const MadeText bio(BIO_new(BIO_s_secmem()));
    require_done(bio != nullptr &&
                 PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) ==
                     1);
    return text_of(*bio);
}

std::string certificate_text(X509& certificate) {
    const MadeText bio(BIO_new(BIO_s_mem()));
    require_done(bio != nullptr && PEM_write_bio_X509(bio.get(), &certificate) == 1);
    return text_of(*bio);
}

/// Both files or none.
void write_identity(const std::string& start, EVP_PKEY& key, X509& certificate) {
    std::string text = key_text(key);
    write_new_file(start + ".key", text, 0600);
    OPENSSL_cleanse(text.data(), text.size());
    try {
        write_new_file(start + ".crt", certificate_text(certificate), 0644);
    } catch (...) {
        ::unlink((start + ".key").c_str());
        throw;
    }
}

}  // namespace

Fingerprint make_identity(const std::string& folder, const std::string& name) {
    check_party_name(name);
    const MadeKey key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
    require_done(key != nullptr);
    const std::shared_ptr<X509> certificate =
        sign_own_certificate(*key, {.name = name, .days = kTenYears});
    write_identity(folder.empty() ? name : folder + "/" + name, *key, *certificate);
    return fingerprint_of(*certificate);
}

}  // namespace kanon::parties
