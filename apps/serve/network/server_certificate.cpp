// SPDX-License-Identifier: Apache-2.0
#include "network/server_certificate.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/network.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <new>
#include <utility>

namespace kanon::serve {
namespace {

constexpr long kDaysOfMade = 90;

bool is_address(const std::string& host) {
    in6_addr room{};
    return inet_pton(AF_INET, host.c_str(), &room) == 1 ||
           inet_pton(AF_INET6, host.c_str(), &room) == 1;
}

std::string addresses_of(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) {
        out += (out.empty() ? "" : ",") + std::string(is_address(name) ? "IP:" : "DNS:") + name;
    }
    return out;
}

[[noreturn]] void refuse_file(const std::string& path, const std::string& why) {
    throw Error(ErrorCode::bad_input, why, Where{.file = path});
}

}  // namespace

ServerCertificate ServerCertificate::made_for(const std::vector<std::string>& names) {
    ServerCertificate out;
    out.key_ = {EVP_EC_gen("P-256"), &EVP_PKEY_free};
    if (!out.key_) {
        throw std::bad_alloc();
    }
    out.chain_ = {sign_own_certificate(
        *out.key_, {.name = "kanon serve", .days = kDaysOfMade, .addresses = addresses_of(names)})};
    out.is_made_ = true;
    return out;
}

ServerCertificate ServerCertificate::of_files(const std::string& certificate,
                                              const std::string& key) {
    ServerCertificate out;
    out.key_ = read_private_key(key);
    out.chain_ = read_certificates(certificate);
    const X509& own = *out.chain_.front();
    check_key(own, *out.key_, key, certificate);
    const int kind = EVP_PKEY_get_base_id(out.key_.get());
    if (kind != EVP_PKEY_RSA && kind != EVP_PKEY_EC) {
        refuse_file(key, "browsers take keys of RSA and ECDSA alone");
    }
    if (X509_cmp_current_time(X509_get0_notAfter(&own)) <= 0) {
        refuse_file(certificate, "this certificate is over; take a newer one");
    }
    if (!out.context()) {
        refuse_file(certificate, "OpenSSL does not take it; is its key too small?");
    }
    return out;
}

std::string ServerCertificate::fingerprint() const {
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    if (X509_digest(chain_.front().get(), EVP_sha256(), hash.data(), &size) != 1) {
        throw std::bad_alloc();
    }
    std::string out;
    for (unsigned i = 0; i < size; ++i) {
        out += fmt::format("{}{:02X}", i == 0 ? "" : ":", hash[i]);
    }
    return out;
}

std::shared_ptr<ssl_ctx_st> ServerCertificate::context() const {
    std::shared_ptr<SSL_CTX> out(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
    if (!out) {
        throw std::bad_alloc();
    }
    SSL_CTX* const of = out.get();
    SSL_CTX_set_options(of, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(of, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    bool done = SSL_CTX_set_min_proto_version(of, TLS1_3_VERSION) == 1 &&
                SSL_CTX_use_certificate(of, chain_.front().get()) == 1 &&
                SSL_CTX_use_PrivateKey(of, key_.get()) == 1;
    for (std::size_t i = 1; done && i < chain_.size(); ++i) {
        done = SSL_CTX_add1_chain_cert(of, chain_[i].get()) == 1;
    }
    ERR_clear_error();
    return done ? out : nullptr;
}

}  // namespace kanon::serve
