// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "message/message.hpp"
#include "terminal/ask.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace kanon::cli {
namespace {

struct MessageFlags {
    MessageJob job;
    std::string file;
    std::string cheat;
    bool yes = false;
    RunFlags run;
};

/// What is to be sent, from the flag or a file.
std::string text_of(const MessageFlags& options) {
    const bool sends = !options.job.text.empty() || !options.file.empty();
    if (sends == options.job.to.empty()) {
        refuse_flag("--to",
                    sends ? "say to which member" : "say what to send: --send TEXT or --file FILE");
    }
    if (options.file.empty()) {
        return options.job.text;
    }
    std::ifstream file(options.file, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file || text.empty()) {
        throw Error(ErrorCode::bad_input,
                    "the message cannot be read, or is empty",
                    Where{.file = options.file});
    }
    return text;
}

/// Show what is learned and not protected, and ask, where nobody said yes before.
bool agrees(const messages::GroupFile& group, const MessageFlags& options) {
    if (options.yes) {
        return true;
    }
    if (!can_ask()) {
        throw Error(ErrorCode::usage,
                    "nobody is there to agree to what is learned; read it (`kanon message show " +
                        options.job.group + "`), and say --yes");
    }
    print_err(group_text(group));
    return ask("Go on?", "no") == "yes";
}

std::string seen_text(const MessageOutcome& outcome) {
    std::string out =
        fmt::format("{} for {}\n", count_text(outcome.texts.size(), "message"), outcome.member);
    for (const std::string& text : outcome.texts) {
        out += "  " + one_line(text) + "\n";
    }
    out += fmt::format(
        "Group {} of {}: {}\nRounds {}, {} slots each: {} used, {} garbled, "
        "{} accused shares opened\n",
        outcome.own_group,
        outcome.groups,
        fmt::join(outcome.group_members, ", "),
        outcome.rounds,
        outcome.slots,
        outcome.used_slots,
        outcome.garbled_slots,
        outcome.disputes);
    for (const auto& [name, deed] : outcome.named) {
        out += fmt::format("Left out  {}, which {}\n", name, deed);
    }
    if (outcome.dropped > 0) {
        out += fmt::format("Nothing came from {} of other groups\n",
                           count_text(outcome.dropped, "member"));
    }
    out += fmt::format("Traffic  {} bytes sent, {} received\n",
                       count_text(outcome.bytes_sent),
                       count_text(outcome.bytes_received));
    return out;
}

int run_message_run(const MessageFlags& options) {
    ProgressLine progress(options.run.quiet);
    MessageJob job = options.job;
    job.text = text_of(options);
    job.cheat = options.cheat.empty() ? messages::Cheat::none : messages::find_cheat(options.cheat);
    job.context = make_context(options.run, progress);
    job.consent = [&](const messages::GroupFile& group) { return agrees(group, options); };
    job.channel.notice = [&](const std::string& line) {
        if (!options.run.quiet) {
            progress.clear();
            print_err(line + "\n");
        }
    };
    const MessageOutcome outcome = run_message(job);
    progress.clear();
    if (!options.run.quiet) {
        print_out(seen_text(outcome));
    }
    if (outcome.sent && !outcome.arrived) {
        throw Error(ErrorCode::infeasible,
                    fmt::format("the message was not delivered: its slot was taken by another in "
                                "each of {} rounds; send it again",
                                outcome.rounds));
    }
    return kDone;
}

}  // namespace

Verb add_message_run(CLI::App& parent) {
    CLI::App* app = add_verb(
        parent,
        "run",
        "Take part: send a message or none, and get those for this member.",
        example_group(true) +
            "  kanon message run group.yaml --as ann --yes --send hello --to cleo > ann.log 2>&1 "
            "&\n"
            "  kanon message run group.yaml --as ben --yes > ben.log 2>&1 &\n"
            "  kanon message run group.yaml --as cleo --yes\n");
    const auto options = std::make_shared<MessageFlags>();
    MessageJob& job = options->job;
    app->add_option("GROUP", job.group, "the group file (YAML), the same at all members")
        ->required()
        ->type_name("");
    app->add_option("--as", job.member, "which of its members this is")
        ->required()
        ->type_name("NAME");
    app->add_option("--send", job.text, "the message (others of this machine can see it)")
        ->type_name("TEXT");
    app->add_option("--file", options->file, "the message, from a file")
        ->type_name("FILE")
        ->excludes("--send");
    app->add_option("--to", job.to, "the member that gets it")->type_name("NAME");
    app->add_option("--summary", job.summary, "what this member saw (JSON)")->type_name("FILE");
    app->add_flag("--force", job.force, "replace a summary that stands there");
    app->add_option("--identity", job.identity, "folder of NAME.key and NAME.crt")
        ->type_name("FOLDER");
    app->add_option("--listen", job.listen, "listen here, not at the group file's address")
        ->type_name("HOST:PORT");
    app->add_flag("--yes", options->yes, "agree to what is learned and not protected");
    app->add_option("--idle-seconds", job.channel.idle_seconds, "end if nothing comes for so long")
        ->type_name("SECONDS");
    app->add_option(
           "--connect-seconds", job.channel.connect_seconds, "wait so long for the other members")
        ->type_name("SECONDS");
    app->add_option("--rehearsal", job.rehearsal)->group("");  // of `message rehearse`
    app->add_option("--cheat", options->cheat)->group("");     // likewise
    add_run_flags(*app, options->run);
    return {app, [options] { return run_message_run(*options); }};
}

}  // namespace kanon::cli
