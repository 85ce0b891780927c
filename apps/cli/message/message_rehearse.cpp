// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "children/children.hpp"
#include "children/private_folder.hpp"
#include "message/message.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {
namespace {

constexpr std::string_view kHandshakes = "xu-yung";

struct MessageRehearsal {
    std::string protocol = "von-ahn";
    std::uint64_t members = 12;
    std::uint64_t k = 4;
    std::uint64_t cheaters = 0;
    std::string cheat = "wrong-share";
    std::string text = "hello";
    RunFlags run;
};

/// m01, m02, ...
std::string member_name(std::size_t place) {
    return fmt::format("m{:02}", place + 1);
}

/// The first member sends, the last one gets it, and those behind the first cheat.
bool cheats(const MessageRehearsal& options, std::size_t place) {
    return place >= 1 && place <= options.cheaters;
}

void write_file(const std::string& path, const std::string& text) {
    PendingFile file(path, false);
    file.write_text(text);
    file.commit();
}

const messages::SendingInfo& protocol_of(const MessageRehearsal& options) {
    std::vector<std::string_view> names;
    names.reserve(messages::sending_protocols().size() + 1);
    for (const messages::SendingInfo& info : messages::sending_protocols()) {
        names.push_back(info.name);
    }
    names.push_back(kHandshakes);  // runs elsewhere, and may be meant
    return messages::sending_protocols()[place_of(options.protocol, names, "--protocol")];
}

void check_numbers(const MessageRehearsal& options) {
    if (options.members < 2 || options.members > messages::kMostMembers) {
        refuse_flag("--members", fmt::format("2 to {}", messages::kMostMembers));
    }
    if (options.k < 2 || options.k + options.cheaters > options.members) {
        refuse_flag("--k",
                    fmt::format("2 or more, and with {} who cheat at most {} of {} members",
                                options.cheaters,
                                options.members - std::min(options.members, options.cheaters),
                                options.members));
    }
}

messages::GroupFile group_of_rehearsal(const MessageRehearsal& options, const std::string& folder) {
    check_numbers(options);
    if (options.text.empty() || options.text.size() > messages::kMostTextBytes) {
        refuse_flag("--send", fmt::format("1 to {} bytes", messages::kMostTextBytes));
    }
    const messages::SendingInfo& protocol = protocol_of(options);
    if (options.cheaters > 0 && !protocol.names_cheaters) {
        refuse_flag("--cheaters", options.protocol + " finds no cheaters; choose von-ahn");
    }
    std::string text = fmt::format(
        "protocol: {}\nk: {}\nmessage-bytes: {}\n", protocol.name, options.k, options.text.size());
    if (options.cheaters > 0) {
        text += fmt::format("cheaters: {}\n", options.cheaters);
    }
    text += "members:\n";
    for (std::size_t place = 0; place < options.members; ++place) {
        text += fmt::format("  {}:\n", member_name(place));
    }
    write_file(folder + "/group.yaml", text);
    write_file(folder + "/message", options.text);
    return messages::read_group_file(folder + "/group.yaml");
}

std::vector<Child> members_of(const MessageRehearsal& options, const std::string& folder) {
    const messages::Cheat cheat = messages::find_cheat(options.cheat);
    std::vector<Child> out;
    for (std::size_t place = 0; place < options.members; ++place) {
        const std::string name = member_name(place);
        Child child{.name = name,
                    .words = {"message",
                              "run",
                              folder + "/group.yaml",
                              "--as",
                              name,
                              "--rehearsal",
                              folder,
                              "--yes",
                              "--quiet",
                              "--threads",
                              "1",
                              "--summary",
                              fmt::format("{}/{}.json", folder, name)}};
        if (place == 0) {
            child.words.insert(
                child.words.end(),
                {"--file", folder + "/message", "--to", member_name(options.members - 1)});
        }
        if (cheats(options, place)) {
            child.words.insert(child.words.end(), {"--cheat", options.cheat});
            child.may_fail = messages::is_named_for(cheat) || cheat == messages::Cheat::stop;
        }
        out.push_back(std::move(child));
    }
    return out;
}

using Seen = nlohmann::json;

/// How often each member was named by those who do not cheat.
using Namings = std::map<std::string, std::size_t>;

std::string line_of(const Child& child, const Seen& seen) {
    std::string out = fmt::format("  {}  group {} of {}: {} in {} slots, {}",
                                  child.name,
                                  seen["own_group"].get<std::size_t>(),
                                  seen["groups"].get<std::size_t>(),
                                  count_text(seen["used_slots"].get<std::size_t>(), "message"),
                                  seen["slots"].get<std::size_t>(),
                                  count_text(seen["rounds"].get<std::size_t>(), "round"));
    if (const auto garbled = seen["garbled_slots"].get<std::size_t>(); garbled > 0) {
        out += fmt::format(", {} garbled", count_text(garbled, "slot"));
    }
    if (const auto disputes = seen["disputes"].get<std::size_t>(); disputes > 0) {
        out += fmt::format(", {} opened", count_text(disputes, "accused share"));
    }
    for (const Seen& named : seen["named"]) {
        out += fmt::format("; left out {}, which {}",
                           named["member"].get<std::string>(),
                           named["deed"].get<std::string>());
    }
    if (const auto dropped = seen["dropped"].get<std::size_t>(); dropped > 0) {
        out += fmt::format("; nothing came from {} of other groups", count_text(dropped, "member"));
    }
    if (seen["sent"].get<bool>()) {
        out += seen["arrived"].get<bool>() ? "; sent one, which arrived" : "; sent one in vain";
    }
    for (const Seen& text : seen["texts"]) {
        out += fmt::format("; got `{}`", one_line(text.get<std::string>()));
    }
    return out + "\n";
}

/// What the rehearsal shows, and whether it went as promised.
int say_rehearsal(const MessageRehearsal& options,
                  const std::vector<Child>& children,
                  const std::string& folder) {
    std::string out;
    Namings namings;
    bool arrived = false;
    std::size_t hidden = 0;  // among how many the sender is
    std::uint64_t bytes = 0;
    for (std::size_t place = 0; place < children.size(); ++place) {
        const Child& child = children[place];
        if (child.status != 0) {
            out += fmt::format("  {}  cheated: {}\n", child.name, said_by(child));
            continue;
        }
        std::ifstream file(fmt::format("{}/{}.json", folder, child.name));
        const Seen seen = Seen::parse(file);
        out += line_of(child, seen);
        for (const Seen& named : seen["named"]) {
            ++namings[named["member"].get<std::string>()];
        }
        hidden = place == 0 ? seen["group_members"].size() : hidden;
        bytes += seen["bytes_sent"].get<std::uint64_t>();
        arrived = arrived || (place + 1 == children.size() && seen["texts"].size() == 1 &&
                              seen["texts"][0] == options.text);
    }
    bool as_promised = arrived;
    out += fmt::format("The message {} {}; to all others its sender is one of {} members\n",
                       arrived ? "arrived at" : "did not arrive at",
                       children.back().name,
                       hidden);
    for (std::size_t place = 0; place < children.size(); ++place) {
        const auto found = namings.find(children[place].name);
        const std::size_t by = found == namings.end() ? 0 : found->second;
        const bool must_be = cheats(options, place) && children[place].status != 0;
        as_promised = as_promised && must_be == (by > 0);
        if (by > 0) {
            out += fmt::format("{} {} was named by {}\n",
                               must_be ? "Cheater" : "Honest member",
                               children[place].name,
                               count_text(by, "member"));
        }
    }
    out += fmt::format("Traffic  {} bytes sent by those who kept to the protocol\n",
                       count_text(bytes));
    print_out(out);
    return as_promised ? kDone : kBroken;
}

/// xu-yung: two at a time, within this program.
int say_handshakes(const MessageRehearsal& options) {
    if (options.cheaters > 0) {
        refuse_flag("--cheaters", "xu-yung has members and strangers, and no cheaters");
    }
    const std::vector<messages::Meeting> meetings =
        messages::rehearse_handshakes(options.members, options.k);
    std::string out = fmt::format(
        "{}: two clubs of {} members, k = {}\n", kHandshakes, options.members, options.k);
    for (const messages::Meeting& met : meetings) {
        out += fmt::format(
            "  {} meets {}: {}; {} bytes each way\n",
            met.first,
            met.second,
            met.accepted
                ? fmt::format("of one club; {} knows it as one of {}", met.first, met.hidden)
                : "neither learns of which club the other is",
            met.bytes);
    }
    print_out(out);
    return kDone;
}

int run_message_rehearse(const MessageRehearsal& options) {
    if (options.protocol == kHandshakes) {
        check_numbers(options);
        return say_handshakes(options);
    }
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    const PrivateFolder folder;
    std::vector<Child> children = members_of(options, folder.path());
    const messages::GroupFile group = group_of_rehearsal(options, folder.path());
    parties::prepare_rehearsal(group.members, folder.path());
    run_children(children, folder.path(), context);
    progress.clear();
    if (const Child* const failed = failed_one(children)) {
        return say_failed(*failed, "member");
    }
    print_out(fmt::format("{}: {} members, k = {}, groups of {} or more\n",
                          group.protocol->name,
                          group.members.size(),
                          group.k,
                          group.terms().group_size));
    return say_rehearsal(options, children, folder.path());
}

}  // namespace

Verb add_message_rehearse(CLI::App& parent) {
    CLI::App* app =
        add_verb(parent,
                 "rehearse",
                 "Run all members on this machine, some of whom may cheat, and show what each saw.",
                 "  kanon message rehearse --members 6 --k 3 --cheaters 1\n"
                 "  kanon message rehearse --members 6 --k 3 --protocol yao-feng\n"
                 "  kanon message rehearse --members 6 --k 3 --protocol xu-yung\n");
    const auto options = std::make_shared<MessageRehearsal>();
    app->add_option("--protocol", options->protocol, "von-ahn (default), yao-feng or xu-yung")
        ->type_name("NAME");
    whole(app->add_option("--members", options->members, "how many there are (default 12)"));
    whole(app->add_option("--k", options->k, "among how many a sender hides (default 4)"));
    whole(app->add_option("--cheaters", options->cheaters, "how many of them cheat (default 0)"));
    app->add_option("--cheat",
                    options->cheat,
                    fmt::format("what they do: {} (default wrong-share)",
                                fmt::join(messages::cheat_names(), ", ")))
        ->type_name("NAME");
    app->add_option("--send", options->text, "what the first member sends to the last one")
        ->type_name("TEXT");
    add_run_flags(*app, options->run);
    return {app, [options] { return run_message_rehearse(*options); }};
}

}  // namespace kanon::cli
