// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/run/group_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/config/config_tree.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/messages/protocols/group_size.hpp"
#include "kanon/policy/policy_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace kanon::messages {
namespace {

using detail::PolicyReader;

constexpr std::size_t kLargestGroupFile = std::size_t{1} << 20U;
constexpr std::size_t kMostTries = 50;
constexpr std::size_t kUsualTextBytes = 200;
constexpr std::size_t kUsualRounds = 8;
constexpr std::array<std::string_view, 6> kGroupKeys{
    "protocol", "k", "cheaters", "message-bytes", "rounds", "members"};
constexpr std::array<std::string_view, 2> kMemberKeys{"address", "fingerprint"};

constexpr std::array<std::string_view, 6> kVonAhnLeakage{
    "all members of the sender's group: that one of them sent, when, and to which group",
    "all members of the receiver's group: that one of them is sent to",
    "who sees all lines between the machines: who takes part, when, and how many rounds it takes",
    "whoever watches many runs: who was in all groups from which something came (intersection)",
    "fewer honest members in a group than k: nothing is promised to them",
    "the receiver: the text, and nothing of who wrote it"};
constexpr std::array<std::string_view, 6> kYaoFengLeakage{
    "all members of the sender's group: that one of them sent, when, and to which group",
    "all members of the receiver's group: that one of them is sent to",
    "who sees all lines between the machines: who takes part, when, and how many rounds it takes",
    "whoever watches many runs: who was in all groups from which something came (intersection)",
    "whoever disturbs a round stays unknown, and stops all messages of its group",
    "the receiver: the text, and nothing of who wrote it"};
constexpr std::array<SendingInfo, 2> kSendingProtocols{
    {{.name = "von-ahn",
      .protocol = SendingProtocol::von_ahn,
      .summary = "sums of shared slots in groups; who cheats is named and left out",
      .citation = "von Ahn, Bortz, Hopper: k-anonymous message transmission, CCS 2003",
      .names_cheaters = true,
      .leakage = kVonAhnLeakage},
     {.name = "yao-feng",
      .protocol = SendingProtocol::yao_feng,
      .summary = "masked slots along a ring, with fewer messages; all must follow the protocol",
      .citation = "Yao, Feng: A new k-anonymous message transmission protocol, WISA 2004",
      .names_cheaters = false,
      .leakage = kYaoFengLeakage}}};

std::size_t whole_or(const PolicyReader& reader,
                     std::string_view key,
                     std::size_t usual,
                     std::size_t least,
                     std::size_t most) {
    const ConfigNode* const node = reader.tree().root.find(key);
    return node == nullptr ? usual
                           : static_cast<std::size_t>(reader.whole(*node, key, least, most));
}

const ConfigNode& group_key(const PolicyReader& reader,
                            std::string_view key,
                            std::string_view why) {
    const ConfigNode* const node = reader.tree().root.find(key);
    if (node == nullptr) {
        reader.fail(reader.tree().root, fmt::format("a group file needs `{}`: {}", key, why));
    }
    return *node;
}

void read_members(const PolicyReader& reader, GroupFile& group) {
    const ConfigNode& node = group_key(reader, "members", "a name for each, and its address");
    if (node.kind != ConfigNode::Kind::map) {
        reader.fail(node, "members takes `name: {address: host:port, fingerprint: ...}` pairs");
    }
    if (node.items.size() < 2 || node.items.size() > kMostMembers) {
        reader.fail(
            node,
            fmt::format(
                "a population has 2 to {} members, not {}", kMostMembers, node.items.size()));
    }
    std::set<std::string> fingerprints;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        group.members.push_back(
            parties::read_agreed_row(reader, node.keys[i], node.items[i], "member", kMemberKeys));
        const std::string& fingerprint = group.members.back().fingerprint;
        if (!fingerprint.empty() && !fingerprints.insert(fingerprint).second) {
            reader.fail(node.items[i], "two members have the same fingerprint");
        }
    }
}

/// k, and how many may cheat: what is left must be k or more.
void read_numbers(const PolicyReader& reader, GroupFile& group) {
    const ConfigNode& k = group_key(reader, "k", "among how many a sender hides");
    group.k = static_cast<std::size_t>(reader.whole(k, "k", 2, kMostMembers));
    group.cheaters = whole_or(reader, "cheaters", 0, 0, kMostMembers);
    if (group.cheaters > 0 && !group.protocol->names_cheaters) {
        reader.fail(*reader.tree().root.find("cheaters"),
                    fmt::format("'{}' finds no cheaters; leave `cheaters` out, or choose von-ahn",
                                group.protocol->name));
    }
    if (group.k + group.cheaters > group.members.size()) {
        reader.fail(k,
                    fmt::format("k = {} with {} who may cheat needs {} members; there are {}",
                                group.k,
                                group.cheaters,
                                group.k + group.cheaters,
                                group.members.size()));
    }
    group.message_bytes = whole_or(reader, "message-bytes", kUsualTextBytes, 1, kMostTextBytes);
    group.rounds = whole_or(reader, "rounds", kUsualRounds, 1, kMostTries);
}

}  // namespace

std::span<const SendingInfo> sending_protocols() {
    return kSendingProtocols;
}

const SendingInfo& find_sending_protocol(std::string_view name) {
    const auto* const found = std::ranges::find(kSendingProtocols, name, &SendingInfo::name);
    if (found == kSendingProtocols.end()) {
        std::vector<std::string_view> names;
        names.reserve(kSendingProtocols.size());
        for (const SendingInfo& info : kSendingProtocols) {
            names.push_back(info.name);
        }
        throw Error(
            ErrorCode::bad_policy,
            fmt::format("no protocol for messages is named '{}'{}", name, suggestion(name, names)));
    }
    return *found;
}

std::size_t GroupFile::place_of(std::string_view member) const {
    std::vector<std::string_view> names;
    for (const parties::AgreedRow& row : members) {
        names.push_back(row.name);
    }
    const auto found = std::ranges::find(names, member);
    if (found == names.end()) {
        throw Error(
            ErrorCode::usage,
            fmt::format("{} has no member '{}'{}", file, member, suggestion(member, names)));
    }
    return static_cast<std::size_t>(found - names.begin());
}

SendingTerms GroupFile::terms() const {
    return {.protocol = protocol->protocol,
            .k = k,
            .group_size = group_size(members.size(), k, cheaters),
            .most_text_bytes = message_bytes,
            .most_rounds = rounds,
            .context = sha256};
}

GroupFile read_group_file(const std::string& path, const RunContext& context) {
    const std::string text =
        read_text_file(path, "group", ErrorCode::bad_policy, kLargestGroupFile, context);
    const ConfigTree tree = parse_config(text, path, context);
    const PolicyReader reader(tree);
    if (tree.root.kind != ConfigNode::Kind::map) {
        reader.fail(tree.root, "a group file has `protocol`, `k` and `members`");
    }
    reader.check_keys(tree.root, "the group file", kGroupKeys);
    GroupFile out;
    out.file = path;
    const ConfigNode& protocol = group_key(reader, "protocol", "such as von-ahn");
    reader.at(protocol,
              [&] { out.protocol = &find_sending_protocol(reader.text(protocol, "protocol")); });
    read_members(reader, out);
    read_numbers(reader, out);
    out.lines = parties::agreed_lines(without_bom(text));
    out.sha256 = parties::hash_of_lines(out.lines);
    return out;
}

}  // namespace kanon::messages
