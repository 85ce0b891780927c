// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): OpenSSL's names
struct evp_pkey_st;
struct ssl_ctx_st;
struct x509_st;

// NOLINTEND(readability-identifier-naming)

namespace kanon::serve {

/// What the page's server shows to browsers: a key, its certificate, and those that vouch for it.
class ServerCertificate {
public:
    /// For this run alone: the key is in memory and nowhere else. `names`: hosts, of which those
    /// that are addresses stand in the certificate as such.
    [[nodiscard]] static ServerCertificate made_for(const std::vector<std::string>& names);

    /// \throws Error{bad_input} naming the file: also a kind of key that browsers do not take, and
    /// a certificate that is over
    [[nodiscard]] static ServerCertificate of_files(const std::string& certificate,
                                                    const std::string& key);

    /// SHA-256 of the certificate as browsers show it: `1F:09:...`, 32 pairs of digits.
    [[nodiscard]] std::string fingerprint() const;

    [[nodiscard]] const x509_st& shown() const { return *chain_.front(); }

    [[nodiscard]] bool is_made() const { return is_made_; }

    /// What connections by TLS 1.3 need to show it; null: OpenSSL does not take it.
    [[nodiscard]] std::shared_ptr<ssl_ctx_st> context() const;

private:
    std::shared_ptr<evp_pkey_st> key_;
    std::vector<std::shared_ptr<x509_st>> chain_;  ///< the server's first
    bool is_made_ = false;
};

}  // namespace kanon::serve
