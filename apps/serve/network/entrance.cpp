// SPDX-License-Identifier: Apache-2.0
#include "network/entrance.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/network.hpp"
#include "kanon/api/wrap.hpp"

#include "terminal/flags.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kanon::serve {
namespace {

constexpr std::uint64_t kMostPort = 65535;
constexpr std::size_t kLongestName = 253;  // of DNS

bool has_port(std::string_view text) {
    return !text.ends_with(']') && text.find(':') != std::string_view::npos;
}

parties::Address address_of(const std::string& text) {
    try {
        return parties::Address::parse(has_port(text) ? text : text + ":0");
    } catch (const Error&) {
        cli::refuse_flag("--listen",
                         "an address of this machine is needed, as in 192.0.2.7:8443 or "
                         "[2001:db8::7]:8443; the port may be left out");
    }
}

bool is_everywhere(const std::string& host) {
    return host.empty() || host == "0.0.0.0" || host == "::";
}

/// As browsers send it: small letters, no dot at the end.
std::string checked_name(const char* flag, const std::string& given) {
    std::string out = given;
    const auto is_odd = [](char c) {
        return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
                 c == ':');
    };
    std::ranges::transform(out, out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (out.empty() || out.size() > kLongestName || std::ranges::any_of(out, is_odd) ||
        out.ends_with('.')) {
        cli::refuse_flag(flag, "a name such as kanon.clinic.example is needed, without a port");
    }
    return out;
}

void refuse_alone(const EntranceFlags& flags) {
    const std::array<std::pair<const char*, bool>, 4> set{
        {{"--name", !flags.names.empty()},
         {"--password-file", !flags.password_file.empty()},
         {"--certificate", !flags.certificate.empty()},
         {"--private-key", !flags.private_key.empty()}}};
    for (const auto& [flag, is_set] : set) {
        if (is_set) {
            cli::refuse_flag(
                flag, "it goes with --listen; without that, the page is for this machine alone");
        }
    }
}

void check_together(const EntranceFlags& flags) {
    if (flags.password_file.empty()) {
        cli::refuse_flag("--listen",
                         "others could reach the page: --password-file FILE is needed as well, a "
                         "file for your eyes alone (chmod 600) with a password of at least 12 "
                         "characters");
    }
    if (flags.certificate.empty() != flags.private_key.empty()) {
        cli::refuse_flag(flags.certificate.empty() ? "--private-key" : "--certificate",
                         "--certificate and --private-key go together; without both, a certificate "
                         "is made for this run");
    }
}

std::uint16_t port_of(const EntranceFlags& flags, std::uint16_t listened) {
    if (listened != 0 && flags.port != 0 && flags.port != listened) {
        cli::refuse_flag("--port", "--listen has another port");
    }
    return listened != 0 ? listened : static_cast<std::uint16_t>(flags.port);
}

std::vector<std::string> names_of(const EntranceFlags& flags, const std::string& host) {
    std::vector<std::string> out;
    if (!is_everywhere(host)) {
        out.push_back(checked_name("--listen", host));
    }
    for (const std::string& name : flags.names) {
        out.push_back(checked_name("--name", name));
    }
    if (out.empty()) {
        cli::refuse_flag("--listen",
                         "this is every address of this machine: say by --name HOST what browsers "
                         "will call it, or give one address");
    }
    return out;
}

/// A paragraph in lines of a terminal.
std::string joined_lines(const std::string& text) {
    constexpr std::size_t kWidth = 88;
    std::string out;
    for (const std::string& line : wrapped(text, kWidth)) {
        out += line + "\n";
    }
    return out;
}

}  // namespace

Entrance entrance_of(const EntranceFlags& flags) {
    if (flags.port > kMostPort) {
        cli::refuse_flag("--port", "0 to 65535 is needed; 0: one that is free");
    }
    Entrance out;
    out.port = static_cast<std::uint16_t>(flags.port);
    if (flags.listen.empty()) {
        refuse_alone(flags);
        return out;
    }
    check_together(flags);
    const parties::Address address = address_of(flags.listen);
    out.host = address.host.empty() ? "0.0.0.0" : address.host;
    out.port = port_of(flags, address.port);
    out.names = names_of(flags, address.host);
    const Password password = Password::of_file(flags.password_file);
    out.door = std::make_shared<NetworkDoor>(
        flags.certificate.empty()
            ? ServerCertificate::made_for(out.names)
            : ServerCertificate::of_files(flags.certificate, flags.private_key),
        password);
    return out;
}

std::string words_of_listening(const Entrance& entrance, const std::string& folder) {
    const ServerCertificate& shown = entrance.door->certificate;
    const std::string in_lines = joined_lines(
        "Others can come in: whoever reaches this address over the network and knows the password "
        "can read all tables beneath " +
        folder +
        ", change every decision, and write and replace files there. All who come in work on the "
        "same table. Tell the password only to those who may see every row.");
    const std::string proof = joined_lines(
        shown.is_made() ? "Rows travel over the network, encrypted by TLS 1.3. Browsers warn, as "
                          "nobody vouches for the certificate, which was made for this run: go on "
                          "only if the browser shows the same fingerprint (SHA-256):"
                        : "Rows travel over the network, encrypted by TLS 1.3. The certificate "
                          "has this fingerprint (SHA-256):");
    return in_lines + "\n" + proof + shown.fingerprint() + "\n\nCtrl-C ends the page for all.\n";
}

}  // namespace kanon::serve
