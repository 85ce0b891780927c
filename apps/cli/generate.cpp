// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"

#include "kanon/api/kanon.hpp"

#include "file_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

namespace kanon::cli {
namespace {

struct GenerateFlags {
    std::string output;
    std::string policy;
    std::uint64_t rows = 0;
    std::vector<std::string> leave_out;
    WriteFlags write;
    RunFlags run;
};

int run_generate(const GenerateFlags& options) {
    if (options.output != "-" && options.output == options.policy) {
        throw Error(ErrorCode::usage, "table and policy are the same file; choose two names");
    }
    const WriteOptions write = make_write_options(options.write);
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    std::optional<PendingFile> target(std::in_place, options.output, write.force);
    std::optional<PendingFile> policy_target;
    if (!options.policy.empty()) {
        policy_target.emplace(options.policy, write.force);
        policy_target->write_text(policy_text(stays_policy(options.leave_out)));
    }
    target->write_table(generate_stays(options.rows, context, options.leave_out), write, context);
    throw_if_cancelled(context);
    progress.clear();
    if (!options.run.quiet && options.output != "-" && options.policy != "-") {
        print_out(fmt::format(
            "{}: {}\n", count_text(options.rows, "made-up hospital stay"), options.output));
        if (policy_target) {
            print_out(
                fmt::format("policy (k = 10, 3 diagnoses in every class): {}\n", options.policy));
        }
    }
    commit_together({&policy_target, &target}, context);
    return kDone;
}

}  // namespace

Verb add_generate(CLI::App& root) {
    CLI::App* app =
        add_verb(root,
                 "generate",
                 "Generate hospital stays: realistic, and about nobody.",
                 "  kanon generate --rows 1000 --seed 7 -o stays.csv --policy stays.yaml\n"
                 "  kanon generate --rows 1000 -o stays.parquet\n");
    const auto options = std::make_shared<GenerateFlags>();
    app->add_option("--rows", options->rows, "how many")->required()->type_name("N");
    whole(app->get_option("--rows"));
    app->add_option("-o,--output", options->output, "the table; - for standard output")
        ->required()
        ->type_name("FILE");
    app->add_option("--policy", options->policy, "write a policy that fits: k = 10, 3-diversity")
        ->type_name("FILE");
    add_list(*app,
             "--leave-out",
             options->leave_out,
             "columns not to make; without patient_id 100 million rows need half the memory");
    add_write_flags(*app, options->write);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_generate(*options); }};
}

}  // namespace kanon::cli
