// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "children/children.hpp"
#include "children/private_folder.hpp"
#include "file_flags.hpp"
#include "party/party.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include <fmt/format.h>

#include <algorithm>
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

/// The tables in the order of the parties.
std::vector<std::string> inputs_of(const RehearseFlags& options,
                                   const parties::Agreement& agreement) {
    std::vector<std::string> out(agreement.parties.size());
    for (const std::string& word : options.inputs) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign + 1 == word.size()) {
            refuse_flag("--input", "write PARTY=FILE");
        }
        std::string& input = out[agreement.place_of(word.substr(0, sign))];
        if (!input.empty()) {
            refuse_flag("--input", "'" + word.substr(0, sign) + "' is given twice");
        }
        input = word.substr(sign + 1);
    }
    for (std::size_t party = 0; party < out.size(); ++party) {
        if (agreement.has_rows(party) == out[party].empty()) {
            refuse_flag("--input",
                        !agreement.has_rows(party)
                            ? "'" + agreement.parties[party].name + "' has no rows by the agreement"
                            : "party '" + agreement.parties[party].name +
                                  "' has no table; add --input " + agreement.parties[party].name +
                                  "=FILE");
        }
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

int say_audit(const AuditReport& audit) {
    std::string out = "The joint release against the joined originals:\n";
    for (const std::string& line : audit.checks) {
        out += "  proven  " + line + "\n";
    }
    for (const Proof& proof : audit.proofs) {
        out += fmt::format("  {}  {}\n", proof.holds ? "proven" : "broken", proof.describe);
    }
    for (const Fault& fault : audit.faults) {
        out += "  broken  " + fault.message + "\n";
    }
    print_out(out);
    const bool holds = audit.passed && std::ranges::all_of(audit.proofs, &Proof::holds);
    return holds ? kDone : kBroken;
}

/// The release that all receivers have alike, or those of all where each has its own.
std::vector<std::string> releases_of(const parties::Agreement& agreement,
                                     const std::string& output) {
    std::vector<std::string> out;
    for (const parties::AgreedParty& party : agreement.parties) {
        if (party.gets_release && (out.empty() || agreement.releases_apart())) {
            out.push_back(output + "/" + party.name + ".csv");
        }
    }
    return out;
}

/// No party's output may be what another one reads.
void check_outputs(const parties::Agreement& agreement,
                   const std::string& file,
                   const std::vector<std::string>& inputs,
                   const std::string& output) {
    std::vector<std::string> read{file};
    std::ranges::copy_if(
        inputs, std::back_inserter(read), [](const std::string& input) { return !input.empty(); });
    for (const parties::AgreedParty& party : agreement.parties) {
        for (const std::string& input : read) {
            check_target("output", output + "/" + party.name + ".csv", input);
            check_target("summary", output + "/" + party.name + ".json", input);
        }
    }
}

int run_rehearse(const RehearseFlags& options) {
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    const parties::Agreement agreement = parties::read_agreement(options.agreement, context);
    const std::vector<std::string> inputs = inputs_of(options, agreement);
    const PrivateFolder folder;
    const std::string output = options.output.empty() ? folder.path() : options.output;
    if (!std::filesystem::is_directory(output)) {
        throw Error(ErrorCode::bad_output, output + ": no such folder; make it first");
    }
    check_outputs(agreement, options.agreement, inputs, output);
    const std::vector<parties::AgreedRow> rows(agreement.parties.begin(), agreement.parties.end());
    parties::prepare_rehearsal(rows, folder.path());
    std::vector<Child> children = children_of(options, agreement, inputs, folder.path(), output);
    run_children(children, folder.path(), context);
    progress.clear();
    if (const Child* const failed = failed_one(children)) {
        return say_failed(*failed, "party");
    }
    const AuditReport audit =
        parties::audit_rehearsal(agreement, inputs, releases_of(agreement, output), {}, context);
    return say_audit(audit);
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
