// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/agreement/agreed_text.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/sha256.hpp"
#include "kanon/parties/channel/address.hpp"
#include "kanon/parties/channel/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon::parties {
namespace {

using detail::PolicyReader;

constexpr std::size_t kLongestName = 40;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

void check_name(const PolicyReader& reader,
                const ConfigNode& node,
                std::string_view what,
                const std::string& name) {
    if (name.size() > kLongestName || !std::ranges::all_of(name, is_name_character)) {
        reader.fail(
            node,
            fmt::format("a {}'s name has at most {} letters, digits, - and _", what, kLongestName));
    }
}

/// Refuse a text that is not how such a thing is written.
template <class Thing>
void check_by(const PolicyReader& reader, const ConfigNode& node, const std::string& text) {
    try {
        static_cast<void>(Thing::parse(text));
    } catch (const Error& error) {
        reader.fail(node, error.what());
    }
}

}  // namespace

std::vector<std::string> agreed_lines(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        const std::size_t last = line.find_last_not_of(" \t\r");
        out.emplace_back(line.substr(0, last == std::string_view::npos ? 0 : last + 1));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    while (!out.empty() && out.back().empty()) {
        out.pop_back();
    }
    return out;
}

std::string hash_of_lines(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += line + "\n";
    }
    return sha256_of(out);
}

std::vector<std::string> agreement_differences(const std::vector<std::string>& own,
                                               const std::vector<std::string>& theirs,
                                               std::string_view peer,
                                               std::size_t most) {
    const auto [own_from, theirs_from] = std::ranges::mismatch(own, theirs);
    const auto common = static_cast<std::size_t>(own_from - own.begin());
    std::size_t behind = 0;  // lines at the end that are the same
    while (behind + common < std::min(own.size(), theirs.size()) &&
           own[own.size() - 1 - behind] == theirs[theirs.size() - 1 - behind]) {
        ++behind;
    }
    const std::size_t own_end = own.size() - behind;
    const std::size_t theirs_end = theirs.size() - behind;
    std::vector<std::string> out;
    std::size_t count = 0;
    for (std::size_t i = common; i < std::max(own_end, theirs_end); ++i) {
        const std::string mine = i < own_end ? fmt::format("`{}`", own[i]) : "nothing";
        const std::string other = i < theirs_end ? fmt::format("`{}`", theirs[i]) : "nothing";
        if (mine != other && count++ < most) {
            out.push_back(fmt::format("line {}: here {}, at {} {}", i + 1, mine, peer, other));
        }
    }
    if (count > most) {
        out.push_back(fmt::format("and {} more", count - most));
    }
    return out;
}

AgreedRow read_agreed_row(const PolicyReader& reader,
                          const ConfigNode& key,
                          const ConfigNode& node,
                          std::string_view what,
                          std::span<const std::string_view> known) {
    AgreedRow out;
    out.name = reader.text(key, fmt::format("a {}'s name", what));
    check_name(reader, key, what, out.name);
    if (node.kind != ConfigNode::Kind::null) {
        reader.check_keys(node, fmt::format("{} '{}'", what, out.name), known);
    }
    if (const ConfigNode* const address = node.find("address")) {
        out.address = reader.text(*address, "address");
        check_by<Address>(reader, *address, out.address);
    }
    if (const ConfigNode* const fingerprint = node.find("fingerprint")) {
        out.fingerprint = reader.text(*fingerprint, "fingerprint");
        check_by<Fingerprint>(reader, *fingerprint, out.fingerprint);
    }
    return out;
}

}  // namespace kanon::parties
