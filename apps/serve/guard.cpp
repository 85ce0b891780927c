// SPDX-License-Identifier: Apache-2.0
#include "guard.hpp"

#include "kanon/api/insider.hpp"
#include "kanon/api/kanon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace kanon::serve {
namespace {

Verdict refuse(int status, std::string why) {
    return {.kind = Verdict::Kind::refused, .status = status, .why = std::move(why)};
}

constexpr Verdict::Kind kAnswered = Verdict::Kind::answered;

/// Where files are streamed to; everything else is JSON.
constexpr std::string_view kUpload = "/api/upload";
constexpr std::string_view kLogin = "/api/login";

/// What the page that asks for the password is made of: it tells nothing of any table.
constexpr std::array<std::string_view, 5> kDoorFiles{
    "/app.css", "/icon.svg", "/js/login.js", "/js/api.js", "/js/dom.js"};

Verdict judge_body(const Caller& caller) {
    if (caller.own_header != "1") {
        return refuse(403, "what changes anything needs the header X-Kanon: 1");
    }
    if (!caller.content_encoding.empty() || !caller.transfer_encoding.empty()) {
        return refuse(415, "a packed body, or one in parts, is not taken");
    }
    const bool is_upload = caller.path == kUpload;
    if (caller.content_type != (is_upload ? "application/octet-stream" : "application/json")) {
        return refuse(415, "the body must be application/json");
    }
    std::uint64_t length = 0;
    const char* const end = caller.content_length.data() + caller.content_length.size();
    const auto [stop, fault] = std::from_chars(caller.content_length.data(), end, length);
    if (caller.content_length.empty() || fault != std::errc{} || stop != end) {
        return refuse(411, "the length of the body is needed");
    }
    if (!is_upload && length > Guard::kMostBody) {
        return refuse(413, "the body is too large");
    }
    return {.kind = kAnswered, .status = 200};
}

/// Somebody who did not show yet that he knows the password.
Verdict judge_stranger(const Caller& caller, bool is_elsewhere) {
    const bool is_page = caller.method == "GET" && caller.path == "/";
    if (is_page) {
        // The cookie does not come along with links of other pages; who has it comes in after all.
        return {.kind = is_elsewhere ? Verdict::Kind::sent_on : Verdict::Kind::asked,
                .status = 200};
    }
    if (is_elsewhere) {
        return refuse(403, "requests of other pages are not answered");
    }
    if (caller.method == "POST" && caller.path == kLogin) {
        return judge_body(caller);
    }
    if (caller.method == "GET" && std::ranges::find(kDoorFiles, caller.path) != kDoorFiles.end()) {
        return {.kind = kAnswered, .status = 200};
    }
    return refuse(403, "the password is needed; open the first page again");
}

}  // namespace

bool same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) {
        return false;
    }
    int difference = 0;  // no branch ends the loop early
    for (std::size_t i = 0; i < a.size(); ++i) {
        const int differs = a[i] == b[i] ? 0 : 1;
        difference += differs;
    }
    return difference == 0;
}

std::string new_secret() {
    SecretRandom random;
    std::string out;
    for (int i = 0; i < 4; ++i) {
        out += fmt::format("{:016x}", random.next());
    }
    return out;
}

std::string host_in_address(const std::string& host) {
    return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

Guard::Guard(GuardRules rules)
    : rules_(std::move(rules)),
      // Cookies know no ports: the name keeps two servers of one machine apart. With __Host-
      // browsers take it by TLS alone, and from no neighbour.
      cookie_name_((rules_.by_password ? "__Host-kanon-" : "kanon-") + std::to_string(rules_.port)),
      token_(new_secret()),
      secret_(new_secret()) {}

std::string Guard::cookie_header() const {
    return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}",
                       cookie_name_,
                       secret_,
                       rules_.by_password ? "; Secure" : "");
}

bool Guard::knows_host(std::string_view host) const {
    constexpr std::uint16_t kUnsaid = 443;  // the port that browsers leave out
    return std::ranges::any_of(rules_.names, [&](const std::string& name) {
        const std::string known = host_in_address(name);
        return host == fmt::format("{}:{}", known, rules_.port) ||
               (rules_.by_password && rules_.port == kUnsaid && host == known);
    });
}

bool Guard::has_cookie(std::string_view header) const {
    const std::string name = cookie_name_ + "=";
    while (!header.empty()) {
        const std::size_t stop = std::min(header.find(';'), header.size());
        std::string_view part = header.substr(0, stop);
        header.remove_prefix(std::min(stop + 1, header.size()));
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        if (part.starts_with(name) && same_secret(part.substr(name.size()), secret_)) {
            return true;
        }
    }
    return false;
}

bool Guard::take_token(std::string_view given) {
    const std::lock_guard lock(mutex_);
    const bool is_right = !is_token_used_ && same_secret(given, token_);
    is_token_used_ = is_token_used_ || is_right;
    return is_right;
}

Verdict Guard::judge(const Caller& caller) {
    if (caller.several_hosts || !knows_host(caller.host)) {
        return refuse(403, "this name is not one of this server");
    }
    const std::string scheme = rules_.by_password ? "https://" : "http://";
    if (!caller.origin.empty() && caller.origin != scheme + caller.host) {
        return refuse(403, "requests of other pages are not answered");
    }
    if (caller.method != "GET" && caller.method != "POST") {
        return refuse(405, "GET and POST are answered");
    }
    const bool is_known = has_cookie(caller.cookie);
    const bool is_elsewhere =
        !caller.site.empty() && caller.site != "same-origin" && caller.site != "none";
    if (rules_.by_password && !is_known) {
        return judge_stranger(caller, is_elsewhere);
    }
    if (caller.method == "GET" && caller.path == "/" && !caller.token.empty()) {
        if (is_known || take_token(caller.token)) {
            return {.kind = Verdict::Kind::welcomed, .status = 200};
        }
        return refuse(403, "this address was used before; start `kanon serve` again");
    }
    if (is_elsewhere) {
        return refuse(403, "requests of other pages are not answered");
    }
    if (!is_known) {
        return refuse(403, "open the address that `kanon serve` wrote to the terminal");
    }
    return caller.method == "POST" ? judge_body(caller) : Verdict{.kind = kAnswered, .status = 200};
}

}  // namespace kanon::serve
