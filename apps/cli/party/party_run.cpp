// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "party/party.hpp"
#include "terminal/ask.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"

#include <memory>
#include <string>

namespace kanon::cli {
namespace {

struct PartyRunFlags {
    PartyJob job;
    bool yes = false;
    ReadFlags read;
    WriteFlags write;
    RunFlags run;
};

/// Show what the protocol tells the others, and ask, where nobody said yes before.
bool consents(const parties::Agreement& agreement, const PartyRunFlags& options) {
    if (options.yes) {
        return true;
    }
    if (!can_ask()) {
        throw Error(ErrorCode::usage, unasked_text(options.job.agreement));
    }
    print_err(agreement_text(agreement));
    return ask("Go on?", "no") == "yes";
}

int run_party_run(const PartyRunFlags& options) {
    ProgressLine progress(options.run.quiet);
    PartyJob job = options.job;
    job.force = options.write.force;
    job.read = make_read_options(options.read);
    job.write = make_write_options(options.write);
    job.context = make_context(options.run, progress);
    job.consent = [&](const parties::Agreement& agreement) { return consents(agreement, options); };
    job.channel.notice = [&](const std::string& line) {
        if (!options.run.quiet) {
            progress.clear();
            print_err(line + "\n");
        }
    };
    const PartyOutcome outcome = run_party(job);
    progress.clear();
    if (!options.run.quiet && !take_output({job.output, job.summary})) {
        print_out(outcome_text(outcome));
    }
    return kDone;
}

}  // namespace

Verb add_party_run(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "run",
                             "Take part in a release: listen or dial, as the agreement says.",
                             "  kanon party init --name clinic > clinic.txt\n"
                             "  kanon party init --name registry > registry.txt\n" +
                                 example_agreement(true) +
                                 "  kanon party run agreement.yaml --as clinic -i stays.csv -o "
                                 "at-clinic.csv --yes > clinic.log 2>&1 &\n"
                                 "  kanon party run agreement.yaml --as registry -i stays.csv -o "
                                 "at-registry.csv --yes\n");
    const auto options = std::make_shared<PartyRunFlags>();
    PartyJob& job = options->job;
    app->add_option("AGREEMENT", job.agreement, "the agreement (YAML), the same at all parties")
        ->required()
        ->type_name("");
    app->add_option("--as", job.party, "which of its parties this is")
        ->required()
        ->type_name("NAME");
    app->add_option("-i,--input", job.input, "the table of this party, if it has rows")
        ->type_name("FILE");
    app->add_option("-o,--output", job.output, "the release, for who gets it")->type_name("FILE");
    app->add_option("--summary", job.summary, "what was done and proven (JSON)")->type_name("FILE");
    app->add_option("--identity", job.identity, "folder of NAME.key and NAME.crt")
        ->type_name("FOLDER");
    app->add_option("--listen", job.listen, "listen here, not at the agreement's address")
        ->type_name("HOST:PORT");
    app->add_flag("--yes", options->yes, "agree to what the other parties learn");
    app->add_option("--idle-seconds", job.channel.idle_seconds, "end if nothing comes for so long")
        ->type_name("SECONDS");
    app->add_option(
           "--connect-seconds", job.channel.connect_seconds, "wait so long for the other parties")
        ->type_name("SECONDS");
    app->add_option("--rehearsal", job.rehearsal)->group("");  // of `party rehearse`
    add_read_flags(*app, options->read);
    add_write_flags(*app, options->write);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_party_run(*options); }};
}

}  // namespace kanon::cli
