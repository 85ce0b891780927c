// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/explore.hpp"

#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"

#include <memory>
#include <string>

namespace kanon::cli {
namespace {

struct ExploreFlags {
    std::string input;
    std::string output;
    std::string svg;
    bool force = false;
    PolicyFlags policy;
    ReadFlags read;
    RunFlags run;
};

int run_explore(const ExploreFlags& options) {
    ProgressLine progress(options.run.quiet);
    ExploreJob job;
    job.input = options.input;
    job.output = options.output;
    job.svg = options.svg;
    job.force = options.force;
    job.policy = make_policy(options.policy);
    job.read = make_read_options(options.read);
    job.context = make_context(options.run, progress);
    job.most_nodes = options.run.node_limit.value_or(kExploredNodes);
    const bool beside = take_output({options.output, options.svg});
    job.before_commit = [&](const Exploration& exploration) {
        progress.clear();
        if (!options.run.quiet && !beside) {
            print_out(space_text(record_of(exploration)));
        }
    };
    const auto exploration = run_job(job);
    if (!options.run.quiet && beside) {
        print_err(space_text(record_of(*exploration)));
    }
    return kDone;
}

}  // namespace

Verb add_explore(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "explore",
                             "Show all full-domain releases to choose from; write none.",
                             "  kanon generate --rows 1000 --policy stays.yaml -o stays.csv\n"
                             "  kanon explore stays.csv -p stays.yaml -o space.json "
                             "--svg space.svg\n"
                             "  kanon explore stays.csv --k 5 --qi age,sex --keep "
                             "zip,marital_status,education,occupation,nationality,admission_date,"
                             "length_of_stay --svg lattice.svg\n");
    const auto options = std::make_shared<ExploreFlags>();
    add_input(*app, options->input);
    app->add_option("-o,--output", options->output, "write the nodes here (JSON)")
        ->type_name("FILE");
    app->add_option("--svg", options->svg, "write a picture of the nodes here")->type_name("FILE");
    add_promise_flags(*app, options->policy);
    add_search_flags(*app, options->policy);
    add_read_flags(*app, options->read);
    app->add_flag("--force", options->force, "replace files that stand at the targets")
        ->group("Writing");
    add_search_run_flags(*app, options->run);
    app->get_option("--node-limit")->description("nodes to look at, at most (16384)");
    app->get_option("--time-limit")->description("seconds; then what is known so far is written");
    return {app, [options] { return run_explore(*options); }};
}

}  // namespace kanon::cli
