// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "linked/linked.hpp"
#include "terminal/ask.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/terminal_width.hpp"
#include "verbs.hpp"
#include <fmt/chrono.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

constexpr const char* kPromise = "What is promised (over the policy)";

struct AnonymizeFlags {
    std::string input;
    std::vector<std::string> inputs;  ///< of --input
    std::vector<std::string> outputs;
    std::string summary;
    std::string report;
    std::string title;
    std::string save_recoding;
    std::string apply_recoding;
    std::string ledger;
    bool not_the_first = false;
    bool no_date = false;
    bool dry_run = false;
    bool prove = false;
    bool evaluate = false;
    bool strict = false;
    bool no_protection = false;
    bool verbose = false;
    std::vector<std::string> accept;
    bool shuffle = false;
    bool no_shuffle = false;
    bool replace = false;
    std::string household;
    std::optional<std::uint64_t> secret_seed;
    PolicyFlags policy;
    ReadFlags read;
    WriteFlags write;
    RunFlags run;
};

/// When this run is, in UTC, for the report: now, or when SOURCE_DATE_EPOCH says, by which builds
/// are made to repeat. \throws Error{usage} if that is no number of seconds.
std::string date_of_run() {
    std::time_t now = std::time(nullptr);
    if (const char* const fixed = std::getenv("SOURCE_DATE_EPOCH")) {
        constexpr double kLatest = 253402300799;  // the end of the year 9999
        const double seconds = number_of(fixed, "SOURCE_DATE_EPOCH");
        if (seconds < 0 || seconds > kLatest || seconds != std::floor(seconds)) {
            refuse_flag("SOURCE_DATE_EPOCH", "a number of whole seconds since 1970 is needed");
        }
        now = static_cast<std::time_t>(seconds);
    }
    return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(now));
}

/// All sources: the one that stands by itself and those that flags name.
std::vector<std::string> inputs_of(const AnonymizeFlags& options) {
    std::vector<std::string> out = options.inputs;
    if (!options.input.empty()) {
        out.insert(out.begin(), options.input);
    }
    require_table(options.policy, out.empty() ? "" : out.front(), "INPUT", "anonymize");
    return out;
}

void check_shuffling(const AnonymizeFlags& options, const std::vector<std::string>& inputs) {
    if (options.no_shuffle && std::ranges::any_of(inputs, is_address)) {
        refuse_flag("--no-shuffle",
                    "rows of a database have no order to keep, and what is read of them stands "
                    "sorted; leave it out");
    }
}

/// Accept warnings by their codes, each with its reason if there is one. \throws Error{usage}
void accept_warnings(Policy& policy, const std::vector<std::string>& accepted) {
    for (const std::string& text : accepted) {
        const std::size_t cut = text.find('=');
        const std::string code = text.substr(0, cut);
        try {
            static_cast<void>(find_warning(code));
        } catch (const Error& fault) {
            refuse_flag("--accept", fault.what());
        }
        policy.accept[code] =
            cut == std::string::npos ? "accepted on the command line" : text.substr(cut + 1);
    }
}

/// The command that proves the release again, where it is short; else "".
std::string next_command(const AnonymizeFlags& options, const Result& result) {
    const PolicyFlags& said = options.policy;
    const auto is_said = [](const auto& flag) { return !flag.second.empty(); };
    const bool has_more = says_how_to_read(options.read) || !said.missing.empty() ||
                          !said.population.empty() || !said.quasi_identifiers.empty() ||
                          !said.sensitive.empty() || !said.drop.empty() || !said.keep.empty() ||
                          !said.hierarchies.empty() || std::ranges::any_of(said.models, is_said) ||
                          std::ranges::any_of(said.of_columns, is_said) ||
                          std::ranges::any_of(said.settings, is_said);
    const std::vector<std::string> inputs = inputs_of(options);
    const bool has_files = inputs.size() == 1 && options.outputs.size() == 1 &&
                           inputs.front() != "-" && options.outputs.front() != "-";
    if (has_more || !has_files) {
        return "";
    }
    std::string out = "kanon verify " + shell_word(result.facts.inputs.front()) + " " +
                      shell_word(result.facts.outputs.front());
    out += said.policy.empty() ? "" : " -p " + shell_word(said.policy);
    out += said.k ? fmt::format(" --k {}", *said.k) : "";
    out += said.any ? fmt::format(" --any {}", *said.any) : "";
    out += options.ledger.empty() ? "" : " --ledger " + shell_word(options.ledger);
    if (!options.summary.empty()) {
        return out + " --summary " + shell_word(options.summary);
    }
    return out + (result.problem->shuffle ? " --shuffled" : "");
}

std::string report_text(const AnonymizeFlags& options, const Result& result) {
    const RunRecord record = record_of(result);
    return options.verbose
               ? text_report(record)
               : brief_report(record,
                              {.width = terminal_width(), .next = next_command(options, result)});
}

/// Ask for what is needed and not given, where somebody can answer; never in a pipe.
/// \throws Error{usage}
void complete(AnonymizeFlags& options) {
    const bool needs_output = options.outputs.empty() && !options.dry_run;
    if (needs_output && (options.run.quiet || !can_ask())) {
        throw Error(ErrorCode::usage, "--output is required; see `kanon anonymize --help`");
    }
    if (!needs_output) {
        return;
    }
    if (options.policy.policy.empty() && !options.policy.k) {
        const std::string k = ask("k, the least number of rows that share their values", "5");
        options.policy.k = whole_of(k, "k");
    }
    options.outputs = {ask("File for the release", "release.csv")};
}

/// What is for single tables alone.
void refuse_flags_of_one_table(const AnonymizeFlags& options) {
    const std::vector<std::pair<const char*, bool>> given{
        {"--input", !options.inputs.empty()},
        {"--save-recoding", !options.save_recoding.empty()},
        {"--apply", !options.apply_recoding.empty()},
        {"--prove", options.prove},
        {"--evaluate", options.evaluate},
        {"--replace", options.replace},
        {"--no-shuffle", options.no_shuffle},
        {"--ledger", !options.ledger.empty()},
        {"--accept", !options.accept.empty()},
        {"--not-the-first", options.not_the_first},
        {"--output", options.outputs.size() > 1}};
    for (const auto& [flag, is_given] : given) {
        if (is_given) {
            refuse_flag(flag, "this is for single tables; leave it out with linked ones");
        }
    }
}

int run_anonymize_linked(const AnonymizeFlags& options) {
    refuse_flags_of_one_table(options);
    if (options.outputs.empty() && !options.dry_run) {
        throw Error(ErrorCode::usage, "--output is required: the folder for the released tables");
    }
    ProgressLine progress(options.run.quiet);
    linked::LinkedJob job;
    job.schema = make_schema(options.policy, options.household, options.input);
    job.output = options.outputs.empty() ? "" : options.outputs.front();
    job.summary = options.summary;
    job.report = options.report;
    job.dry_run = options.dry_run;
    job.read = make_read_options(options.read);
    job.write = make_write_options(options.write);
    job.context = make_context(options.run, progress);
    job.secret_seed = options.secret_seed;
    const bool beside = take_output({job.output, options.summary, options.report});
    job.before_commit = [&](const linked::LinkedResult& result) {
        progress.clear();
        if (options.strict && count_open(result.warnings) > 0) {
            throw Error(ErrorCode::warned,
                        "--strict: " + count_text(count_open(result.warnings), "warning") +
                            " open; accept them in the policy, or leave --strict out");
        }
        if (!options.run.quiet && !beside) {
            print_out(linked_text(result));
        }
    };
    const auto result = linked::anonymize_linked(job);
    if (!options.run.quiet && beside) {
        print_err(linked_text(*result));
    }
    return kDone;
}

int run_anonymize(AnonymizeFlags options, const std::string& command) {
    if (is_linked(options.policy, options.household)) {
        return run_anonymize_linked(options);
    }
    std::vector<std::string> inputs = inputs_of(options);
    complete(options);
    std::vector<std::string> outputs = options.outputs;
    outputs.resize(std::max<std::size_t>(outputs.size(), 1));
    check_shuffling(options, inputs);
    ProgressLine progress(options.run.quiet);
    AnonymizeJob job;
    job.input = inputs.front();
    job.output = outputs.front();
    job.more_inputs.assign(inputs.begin() + 1, inputs.end());
    job.more_outputs.assign(outputs.begin() + 1, outputs.end());
    job.summary = options.summary;
    job.report = options.report;
    job.save_recoding = options.save_recoding;
    job.apply_recoding = options.apply_recoding;
    job.ledger = options.ledger;
    job.not_the_first = options.not_the_first;
    job.title = options.title;
    job.date = options.report.empty() || options.no_date ? "" : date_of_run();
    job.command = command;
    job.policy = make_policy(options.policy);
    job.read = make_read_options(options.read);
    job.write = make_write_options(options.write);
    job.replace = options.replace;
    job.context = make_context(options.run, progress);
    job.dry_run = options.dry_run;
    job.options.prove = options.prove;
    job.options.strict = options.strict;
    const bool has_policy = !options.policy.policy.empty();
    job.options.protect = !has_policy && !options.no_protection;
    job.options.require_fit = !has_policy;
    accept_warnings(job.policy, options.accept);
    job.options.evaluate = options.evaluate;
    job.shuffle = options.shuffle;
    job.shuffle_if_telling = !options.no_shuffle && !has_policy;
    job.secret_seed = options.secret_seed;
    const bool beside =
        take_output({job.output, options.summary, options.report, options.save_recoding});
    job.before_commit = [&](const Result& result) {
        progress.clear();
        if (!options.run.quiet && !beside) {
            print_out(report_text(options, result));
        }
    };
    const auto result = run_job(job);
    if (!options.run.quiet && beside) {
        print_err(report_text(options, *result));
    }
    return kDone;
}

/// What is written.
void add_targets(CLI::App& app, AnonymizeFlags& options) {
    app.add_option("-o,--output",
                   options.outputs,
                   "the release: a file, - for standard output, or the address of a table in the "
                   "database of the input; of several inputs, once for each; on a terminal "
                   "kanon asks for it")
        ->allow_extra_args(false)
        ->type_name("FILE");
    app.add_option("--summary", options.summary, "write the summary here (JSON)")
        ->type_name("FILE");
    app.add_option("--report", options.report, "write the report here (one HTML file)")
        ->type_name("FILE");
    app.add_option("--title", options.title, "of the report (Release report)")->type_name("TEXT");
    app.add_flag("--no-date", options.no_date, "the report does not say when it was made");
    app.add_option(
           "--save-recoding", options.save_recoding, "write the decision here (JSON), for --apply")
        ->type_name("FILE");
}

/// Whether the targets are written, and in what order of the rows.
void add_writing_flags(CLI::App& app, AnonymizeFlags& options) {
    app.add_flag("--dry-run",
                 options.dry_run,
                 "do everything but write: nothing appears or changes, and --output may be left "
                 "out")
        ->group("Writing");
    app.add_flag("--replace",
                 options.replace,
                 "fill the table of a database that is the target in place; its rights, views, "
                 "indexes and keys stay")
        ->group("Writing");
    CLI::Option* shuffle =
        app.add_flag("--shuffle", options.shuffle, "put the released rows in random order")
            ->group("Writing");
    app.add_flag(
           "--no-shuffle",
           options.no_shuffle,
           "without a policy: keep the order of the rows of a file even where it reveals a column")
        ->group("Writing")
        ->excludes(shuffle);
}

void add_ledger_flags(CLI::App& app, AnonymizeFlags& options) {
    CLI::Option* ledger =
        app.add_option("--ledger",
                       options.ledger,
                       "prove this release together with those of this ledger, and add it there")
            ->type_name("FILE")
            ->group(kPromise);
    app.add_flag("--not-the-first",
                 options.not_the_first,
                 "the people were released before, and no ledger says how: warn of it")
        ->group(kPromise)
        ->excludes(ledger);
}

void add_warning_flags(CLI::App& app, AnonymizeFlags& options) {
    add_list(
        app, "--accept", options.accept, "warnings to accept, by code, for a reason or without")
        ->type_name("CODE[=REASON],...")
        ->group(kPromise);
    app.add_flag("--no-protection",
                 options.no_protection,
                 "without a policy: add no l-diversity, and round nothing")
        ->group(kPromise);
    app.add_flag("--strict",
                 options.strict,
                 "write nothing while a warning is open that the policy does not accept (exit 9)")
        ->group(kPromise);
}

}  // namespace

Verb add_anonymize(CLI::App& root, const Invocation& invocation) {
    CLI::App* app =
        add_verb(root,
                 "anonymize",
                 "Anonymize a table, prove the release, write it.",
                 "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                 "  kanon anonymize stays.csv -p stays.yaml -o release.csv "
                 "--summary summary.json --report report.html --evaluate\n"
                 "  kanon anonymize stays.csv --k 5 --drop diagnosis,charges --dry-run\n"
                 "  kanon anonymize stays.csv -p stays.yaml -o june.csv "
                 "--save-recoding recoding.json\n"
                 "  kanon anonymize stays.csv -p stays.yaml -o july.csv "
                 "--apply recoding.json\n"
                 "  kanon generate --schema --rows 500 -o hospital\n"
                 "  kanon anonymize -p hospital/hospital.yaml -o released\n");
    const auto options = std::make_shared<AnonymizeFlags>();
    add_input(*app, options->input)->required(false);
    app->add_option("--input",
                    options->inputs,
                    "a source in a database that is one table with the others; once for each")
        ->allow_extra_args(false)
        ->type_name("ADDRESS");
    add_targets(*app, *options);
    app->add_flag("--evaluate",
                  options->evaluate,
                  "show in terminal, summary and report how useful the release still is");
    add_ledger_flags(*app, *options);
    CLI::Option* apply = app->add_option("--apply",
                                         options->apply_recoding,
                                         "carry out the decision in this file; do not search")
                             ->type_name("FILE");
    add_promise_flags(*app, options->policy);
    add_household(*app, options->household);
    add_search_flags(*app, options->policy);
    apply->excludes("--method")->excludes("--method-option")->excludes("--effort");
    add_read_flags(*app, options->read);
    add_write_flags(*app, options->write);
    add_writing_flags(*app, *options);
    add_warning_flags(*app, *options);
    add_search_run_flags(*app, options->run);
    app->add_flag("-v,--verbose",
                  options->verbose,
                  "say all that was assumed, proven and lost, not only the most important")
        ->group("Running");
    add_secret_seed(*app, options->secret_seed);
    app->add_flag("--prove",
                  options->prove,
                  "spend the rest of --time-limit (60 s) on a proof of the least loss, or a better "
                  "release; cell suppression, single cells at a node, microaggregation")
        ->group("Running")
        ->excludes(apply);
    return {app,
            [options, command = invocation.command] { return run_anonymize(*options, command); }};
}

}  // namespace kanon::cli
