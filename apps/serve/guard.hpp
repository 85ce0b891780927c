// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

/// Who may talk to the page's server.
namespace kanon::serve {

/// What of a request decides whether it is answered.
struct Caller {
    std::string method;
    std::string path;
    std::string token;              ///< of the address, or ""
    std::string host;               ///< the header
    std::string origin;             ///< the header, or ""
    std::string site;               ///< Sec-Fetch-Site, or ""
    std::string cookie;             ///< the header, or ""
    std::string own_header;         ///< X-Kanon, or ""
    std::string content_type;       ///< "" where there is no body
    std::string content_encoding;   ///< of the body, or ""
    std::string content_length;     ///< the header, or ""
    std::string transfer_encoding;  ///< the header, or ""
    bool several_hosts = false;     ///< a request that names two is meant to fool somebody
};

/// What becomes of a request.
struct Verdict {
    enum class Kind {
        answered,
        welcomed,  ///< goes on to the page, with the cookie
        sent_on,   ///< goes on to the page: a link of another page led here
        asked,     ///< is asked for the password
        refused
    };

    Kind kind = Kind::refused;
    int status = 403;
    std::string why{};  ///< one line, of a refusal
};

/// What a server is called, and how its visitors show who they are.
struct GuardRules {
    std::uint16_t port = 0;
    std::vector<std::string> names{"127.0.0.1", "localhost"};  ///< of `Host`, in small letters
    /// Others may come over the network, by TLS, and show a password in place of the token.
    bool by_password = false;
};

/// The rules: a token that stands in the address and works once, then a cookie that no script can
/// read and no other site can send; a header of one's own on what changes anything, which forms of
/// other pages cannot have; and a fixed list of names for `Host` and `Origin`, so that a name which
/// was made to point here (DNS rebinding) is of no use. Where others may come over the network the
/// password takes the token's place: one that works once would let one browser in, and one that
/// stays in an address would be copied with it. Safe to call from several threads.
class Guard {
public:
    explicit Guard(GuardRules rules);

    [[nodiscard]] Verdict judge(const Caller& caller);

    /// The token as it stands in the first address; of no use where a password is asked.
    [[nodiscard]] const std::string& token() const { return token_; }

    /// The header that gives the cookie to whoever came with the token or knew the password.
    [[nodiscard]] std::string cookie_header() const;

    /// The most bytes of a body that is no file.
    static constexpr std::uint64_t kMostBody = std::uint64_t{1} << 20U;

private:
    [[nodiscard]] bool knows_host(std::string_view host) const;
    [[nodiscard]] bool has_cookie(std::string_view header) const;
    [[nodiscard]] bool take_token(std::string_view given);

    GuardRules rules_;
    std::string cookie_name_;
    std::string token_;
    std::string secret_;  ///< of the cookie
    std::mutex mutex_;
    bool is_token_used_ = false;
};

/// Compare without telling by the time that it takes how much is alike.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b);

/// A host as addresses of pages write it: IPv6 in brackets.
[[nodiscard]] std::string host_in_address(const std::string& host);

/// 32 bytes of the system's randomness, in hexadecimal digits.
[[nodiscard]] std::string new_secret();

}  // namespace kanon::serve
