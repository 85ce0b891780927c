// SPDX-License-Identifier: Apache-2.0
#include "message/message.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string_view>

namespace kanon::cli {

std::string example_group(bool keys) {
    constexpr std::array<std::string_view, 3> kNames{"ann", "ben", "cleo"};
    std::string before;
    std::string members;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        const std::string_view name = kNames[i];
        before += fmt::format("  kanon party init --name {0} > {0}.txt\n", name);
        const std::string row = fmt::format(
            "address: \"127.0.0.1:{}\", fingerprint: \"'$(sed -n 's/^fingerprint: "
            "//p' {}.txt)'\"",
            7421 + i,
            name);
        members += fmt::format("{}{}: {{{}}}", i == 0 ? "" : ", ", name, keys ? row : "");
    }
    return fmt::format("{}  echo '{{protocol: von-ahn, k: 3, members: {{{}}}}}' > group.yaml\n",
                       keys ? before : "",
                       members);
}

std::string group_text(const messages::GroupFile& group) {
    const messages::SendingInfo& protocol = *group.protocol;
    std::string out = fmt::format("{}: {}\n\n", protocol.name, protocol.summary);
    out += fmt::format(
        "{} members in groups of {} or more; {} of them may cheat\n"
        "Promise: whoever sends is one of {} honest members of a group to all others, and so is "
        "the receiver to all but itself\n",
        group.members.size(),
        group.terms().group_size,
        group.cheaters,
        group.k);
    out += "What is learned, and what is not protected:\n";
    for (const std::string_view line : protocol.leakage) {
        out += fmt::format("  - {}\n", line);
    }
    out += fmt::format(
        "A laboratory of a published protocol, not a messenger. Group file: SHA-256 "
        "{}\n",
        group.sha256);
    return out;
}

Verb add_message_show(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "show",
                             "Say what a group file promises, and what is not protected.",
                             example_group(false) + "  kanon message show group.yaml\n");
    const auto group = std::make_shared<std::string>();
    app->add_option("GROUP", *group, "the group file (YAML)")->required()->type_name("");
    return {app, [group] {
                print_out(group_text(messages::read_group_file(*group)));
                return kDone;
            }};
}

std::vector<Verb> add_message(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "message",
                             "Send a message as one of k members, to one of k: published protocols "
                             "at work.",
                             "");
    return {add_message_show(*app), add_message_run(*app), add_message_rehearse(*app)};
}

}  // namespace kanon::cli
