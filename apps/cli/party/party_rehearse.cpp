// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "children/children.hpp"
#include "children/private_folder.hpp"
#include "flags/file_flags.hpp"
#include "party/party.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct RehearseFlags {
    std::string agreement;
    std::vector<std::string> inputs;
    std::string output;
    bool force = false;
    RunFlags run;
};

/// The tables, by the names of their parties.
parties::NamedInputs named_inputs(const RehearseFlags& options) {
    parties::NamedInputs out;
    for (const std::string& word : options.inputs) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign + 1 == word.size()) {
            refuse_flag("--input", "write PARTY=FILE");
        }
        out.emplace_back(word.substr(0, sign), word.substr(sign + 1));
    }
    return out;
}

std::vector<Child> children_of(const RehearseFlags& options,
                               const parties::Agreement& agreement,
                               const std::vector<std::string>& inputs,
                               const std::string& private_folder,
                               const std::string& output) {
    std::vector<Child> out;
    for (std::size_t party = 0; party < inputs.size(); ++party) {
        const parties::AgreedParty& agreed = agreement.parties[party];
        Child child{.name = agreed.name,
                    .words = {"party",
                              "run",
                              options.agreement,
                              "--as",
                              agreed.name,
                              "--rehearsal",
                              private_folder,
                              "--yes",
                              "--quiet",
                              "--threads",
                              "1",
                              "--summary",
                              output + "/" + agreed.name + ".json"}};
        if (!inputs[party].empty()) {
            child.words.insert(child.words.end(), {"--input", inputs[party]});
        }
        if (agreed.gets_release) {
            child.words.insert(child.words.end(),
                               {"--output", output + "/" + agreed.name + ".csv"});
        }
        if (options.force || options.output.empty()) {
            child.words.emplace_back("--force");
        }
        out.push_back(std::move(child));
    }
    return out;
}

int run_rehearse(const RehearseFlags& options) {
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    const parties::Agreement agreement = parties::read_agreement(options.agreement, context);
    const std::vector<std::string> inputs =
        parties::rehearsal_inputs(agreement, named_inputs(options));
    const PrivateFolder folder;
    const std::string output = options.output.empty() ? folder.path() : options.output;
    parties::check_rehearsal_folder(agreement, inputs, output);
    const std::vector<parties::AgreedRow> rows(agreement.parties.begin(), agreement.parties.end());
    parties::prepare_rehearsal(rows, folder.path());
    std::vector<Child> children = children_of(options, agreement, inputs, folder.path(), output);
    run_children(children, folder.path(), context);
    progress.clear();
    if (const Child* const failed = failed_one(children)) {
        return say_failed(*failed, "party");
    }
    const AuditReport audit = parties::audit_rehearsal(
        agreement, inputs, parties::rehearsal_releases(agreement, output), {}, context);
    print_out(rehearsal_text(audit));
    return rehearsal_holds(audit) ? kDone : kBroken;
}

}  // namespace

Verb add_party_rehearse(CLI::App& parent) {
    CLI::App* app = add_verb(
        parent,
        "rehearse",
        "Run all parties on this machine, and audit the release against the joined originals.",
        example_agreement(false) +
            "  kanon party rehearse agreement.yaml --input clinic=stays.csv "
            "--input registry=stays.csv\n");
    const auto options = std::make_shared<RehearseFlags>();
    app->add_option("AGREEMENT", options->agreement, "the agreement (YAML); no fingerprints needed")
        ->required()
        ->type_name("");
    app->add_option("--input", options->inputs, "the table of a party; once for each")
        ->required()
        ->type_name("PARTY=FILE");
    app->add_option("-o,--output", options->output, "folder for PARTY.csv and PARTY.json")
        ->type_name("FOLDER");
    app->add_flag("--force", options->force, "replace files that stand there");
    add_run_flags(*app, options->run);
    return {app, [options] { return run_rehearse(*options); }};
}

}  // namespace kanon::cli
