// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "inspection_text.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/terminal_width.hpp"
#include "verbs.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct InspectFlags {
    std::string input;
    std::string policy;
    std::vector<std::string> missing;
    bool json = false;
    bool verbose = false;
    bool force = false;
    ReadFlags read;
    RunFlags run;
};

std::string text_of(const InspectFlags& options, const Inspection& seen, const ReadTable& input) {
    return inspection_text(seen,
                           input.said,
                           {.input = says_how_to_read(options.read) ? "" : options.input,
                            .policy = options.policy,
                            .width = terminal_width(),
                            .verbose = options.verbose});
}

int run_inspect(const InspectFlags& options) {
    std::optional<PendingFile> target;
    if (!options.policy.empty()) {
        check_target("policy", options.policy, options.input);
        target.emplace(options.policy, options.force);
    }
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    ReadOptions read = make_read_options(options.read);
    read.missing_marks = options.missing;
    const ReadTable input = read_input(options.input, read, context);
    const Inspection seen = inspect(input.table, context.threads);
    throw_if_cancelled(context);
    progress.clear();
    const std::string text =
        options.json ? inspection_json(seen, input.said) : text_of(options, seen, input);
    if (target) {
        Policy policy = suggested_policy(seen);
        policy.missing_marks = options.missing;
        target->write_text(policy_text(policy));
    }
    const bool beside = options.policy == "-";
    if (!options.run.quiet && !beside) {
        print_out(text);
    }
    if (target) {
        target->commit(context);
    }
    if (beside) {
        print_err(text);
    }
    return kDone;
}

}  // namespace

Verb add_inspect(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "inspect",
                             "Describe the columns of a table; suggest roles and hierarchies.",
                             "  kanon generate --rows 1000 -o stays.csv\n"
                             "  kanon inspect stays.csv --encoding utf-8 --date-format YYYY-MM-DD\n"
                             "  kanon inspect stays.csv --policy suggested.yaml\n"
                             "  kanon anonymize stays.csv -p suggested.yaml -o release.csv\n");
    const auto options = std::make_shared<InspectFlags>();
    add_input(*app, options->input);
    app->add_option("--policy", options->policy, "write the suggestion as a policy to start from")
        ->type_name("FILE");
    app->add_flag("--json", options->json, "as JSON");
    app->add_flag("-v,--verbose", options->verbose, "show all columns, sets and warnings in full");
    app->add_flag("--force", options->force, "replace what stands at the target");
    add_read_flags(*app, options->read);
    add_marks(
        *app, "--missing", options->missing, "marks of a missing value besides the empty cell")
        ->group("Reading");
    add_run_flags(*app, options->run);
    return {app, [options] { return run_inspect(*options); }};
}

}  // namespace kanon::cli
