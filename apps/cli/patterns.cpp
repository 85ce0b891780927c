// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/patterns.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace kanon::cli {
namespace {

struct PatternsFlags {
    std::string input;
    std::string output;
    std::uint64_t limit = 20;
    bool json = false;
    bool force = false;
    PolicyFlags policy;
    ReadFlags read;
    RunFlags run;
};

int run_patterns(const PatternsFlags& options) {
    std::optional<PendingFile> target;
    if (!options.output.empty()) {
        check_target("output", options.output, options.input);
        target.emplace(options.output, options.force);
    }
    ProgressLine progress(options.run.quiet);
    SurveyJob job;
    job.input = options.input;
    job.policy = make_policy(options.policy);
    job.read = make_read_options(options.read);
    job.context = make_context(options.run, progress);
    job.most_patterns =
        options.limit == 0 ? std::numeric_limits<std::size_t>::max() : options.limit;
    const SurveyedPatterns found = run_job(job);
    progress.clear();
    const std::string text = options.json ? survey_json(*found.problem, found.survey)
                                          : survey_text(*found.problem, found.survey);
    if (target) {
        target->write_text(text);
        target->commit(job.context);
    } else {
        print_out(text);
    }
    return kDone;
}

}  // namespace

Verb add_patterns(CLI::App& root) {
    CLI::App* app =
        add_verb(root,
                 "patterns",
                 "Show which suppression patterns a policy allows, and what each would cost.",
                 "  kanon generate --rows 1000 --policy stays.yaml -o stays.csv\n"
                 "  kanon patterns stays.csv -p stays.yaml --k 5 --limit 10\n");
    const auto options = std::make_shared<PatternsFlags>();
    add_input(*app, options->input);
    app->add_option("-o,--output", options->output, "write them here instead")->type_name("FILE");
    app->add_option("--limit", options->limit, "patterns to show, the cheapest; 0: all (20)")
        ->type_name("N");
    whole(app->get_option("--limit"));
    app->add_flag("--json", options->json, "as JSON");
    app->add_flag("--force", options->force, "replace what stands at the target");
    add_promise_flags(*app, options->policy);
    add_search_flags(*app, options->policy);
    add_read_flags(*app, options->read);
    add_search_run_flags(*app, options->run);
    return {app, [options] { return run_patterns(*options); }};
}

}  // namespace kanon::cli
