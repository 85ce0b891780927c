// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/address.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"

#include <algorithm>

namespace kanon::parties {
namespace {

[[noreturn]] void refuse_address(std::string_view text, const std::string& why) {
    throw Error(ErrorCode::usage, "the address '" + std::string(text) + "' " + why);
}

std::uint16_t port_number(std::string_view text, std::string_view digits) {
    unsigned long port = 0;
    if (digits.empty() || digits.size() > 5 ||
        !std::all_of(digits.begin(), digits.end(), is_digit)) {
        refuse_address(text, "needs a port, as in clinic.example:4711");
    }
    for (const char digit : digits) {
        port = port * 10 + static_cast<unsigned long>(digit - '0');
    }
    if (port > 65535) {
        refuse_address(text, "has a port above 65535");
    }
    return static_cast<std::uint16_t>(port);
}

}  // namespace

Address Address::parse(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        refuse_address(text, "needs a port, as in clinic.example:4711");
    }
    std::string_view host = text.substr(0, colon);
    const bool in_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (in_brackets) {
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string_view::npos) {
        refuse_address(text, "needs brackets around IPv6, as in [::1]:4711");
    }
    if (host.find_first_of("[]/@ \t") != std::string_view::npos) {
        refuse_address(text, "has a character that no host has; write host:port");
    }
    return {.host = std::string(host), .port = port_number(text, text.substr(colon + 1))};
}

std::string Address::text() const {
    const bool needs_brackets = host.find(':') != std::string::npos;
    return (needs_brackets ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace kanon::parties
