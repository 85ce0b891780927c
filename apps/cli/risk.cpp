// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/risk.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "linked/linked.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"

#include <memory>
#include <optional>
#include <string>

namespace kanon::cli {
namespace {

struct RiskFlags {
    std::string original;
    std::string release;
    std::string json;
    std::string rows;
    bool force = false;
    std::string threshold;
    std::string fraction;
    std::string household;
    std::string ledger;
    RiskOptions risk;
    PolicyFlags policy;
    ReadFlags read;
    ReleaseReadFlags read_release;
    RunFlags run;
};

RiskOptions risk_options(const RiskFlags& options) {
    RiskOptions out = options.risk;
    if (!options.threshold.empty()) {
        out.threshold = share_of(options.threshold, "--threshold");
    }
    if (!options.fraction.empty()) {
        out.fraction = share_of(options.fraction, "--sample-fraction");
    }
    out.suda = out.suda || out.suda_size > 0;
    return out;
}

/// What is measured of persons one by one, tables of a schema have not.
void refuse_flags_of_persons(const RiskFlags& options) {
    const auto refuse_given = [](bool is_given, const char* flag) {
        if (is_given) {
            refuse_flag(flag, "this is for single tables; leave it out with linked ones");
        }
    };
    refuse_given(!options.rows.empty(), "--rows");
    refuse_given(options.risk.suda || options.risk.suda_size > 0, "--suda");
    refuse_given(!options.risk.strata.empty(), "--strata");
    refuse_given(!options.ledger.empty(), "--ledger");
}

int run_risk_linked(const RiskFlags& options) {
    ProgressLine progress(options.run.quiet);
    const bool beside = take_output({options.json, options.rows});
    linked::LinkedRiskJob job;
    job.schema = make_schema_of_tables(
        options.policy, options.household, options.original, options.release, job.release);
    job.read = make_read_options(options.read);
    job.read_release = make_read_options(options.read_release, options.read);
    job.write.format = job.read_release.format;
    job.options = risk_options(options);
    job.options.rows = !options.rows.empty();
    job.context = make_context(options.run, progress);
    if (!job.schema.is_household) {
        refuse_flags_of_persons(options);
    }
    for (const std::string& target : {options.json, options.rows}) {
        check_target_leaves_tables(target, job.schema, job.release, job.write);
    }
    std::optional<PendingFile> target = pending_file(options.json, options.force);
    std::optional<PendingFile> rows = pending_file(options.rows, options.force);
    const linked::LinkedRisk found = linked::risk_linked(job);
    progress.clear();
    if (!options.run.quiet) {
        beside ? print_err(linked_risk_text(found)) : print_out(linked_risk_text(found));
    }
    if (rows) {
        rows->write_table(found.rows, {}, job.context);
    }
    if (target) {
        target->write_text(linked_risk_json(found));
    }
    commit_together({&rows, &target}, job.context);
    return kDone;
}

int run_risk(const RiskFlags& options) {
    if (is_linked(options.policy, options.household)) {
        return run_risk_linked(options);
    }
    require_table(options.policy, options.original, "TABLE", "risk");
    ProgressLine progress(options.run.quiet);
    const bool beside = take_output({options.json, options.rows});
    RiskJob job{.original = options.original,
                .release = options.release,
                .json = options.json,
                .rows = options.rows,
                .force = options.force,
                .policy = make_policy(options.policy),
                .read = make_read_options(options.read),
                .read_release = make_read_options(options.read_release, options.read),
                .ledger = options.ledger,
                .options = risk_options(options),
                .context = make_context(options.run, progress)};
    job.before_commit = [&](const risk::Assessment& assessment) {
        progress.clear();
        if (!options.run.quiet && !beside) {
            print_out(risk_text(assessment));
        }
    };
    const risk::Assessment assessment = run_job(job);
    if (!options.run.quiet && beside) {
        print_err(risk_text(assessment));
    }
    return kDone;
}

void add_population_flags(CLI::App& app, RiskFlags& options) {
    constexpr const char* kGroup = "How the rows were drawn from the population";
    app.add_option("--sample-fraction",
                   options.fraction,
                   "share of the population that the rows are (0.01)")
        ->type_name("SHARE")
        ->group(kGroup);
    app.add_option("--weights",
                   options.risk.weights,
                   "column of sampling weights: how many people each row stands for")
        ->type_name("COLUMN")
        ->group(kGroup);
}

void add_special_flags(CLI::App& app, RiskFlags& options) {
    app.add_flag("--suda",
                 options.risk.suda,
                 "look for special uniques: few columns that single a row out, and its scores");
    app.add_option("--suda-size",
                   options.risk.suda_size,
                   "look at sets of up to so many columns; default: as large as take some seconds")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, risk::kMostSudaColumns));
    whole(app.get_option("--suda-size"));
}

}  // namespace

Verb add_risk(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "risk",
                             "Measure the risk of re-identification, before and after a release.",
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon risk stays.csv -p stays.yaml --sample-fraction 0.01 --suda\n"
                             "  kanon anonymize stays.csv -p stays.yaml -o release.csv\n"
                             "  kanon risk stays.csv release.csv -p stays.yaml --json risk.json\n");
    const auto options = std::make_shared<RiskFlags>();
    app->add_option("TABLE", options->original, "the table as it is, or the original of a release")
        ->type_name("");
    app->add_option("RELEASE", options->release, "a release of it: before and after")
        ->type_name("");
    app->add_option("--threshold",
                    options->threshold,
                    "count the rows whose risk is above this (0.2), such as 1/11")
        ->type_name("RISK");
    add_special_flags(*app, *options);
    app->add_option("--strata",
                    options->risk.strata,
                    "columns that tell strata apart: count rows within each as well")
        ->type_name("COLUMN,...")
        ->delimiter(',');
    app->add_option("--ledger",
                    options->ledger,
                    "of an m-invariant release: count the persons that this ledger knows, and no "
                    "counterfeits")
        ->type_name("FILE");
    app->add_option("--rows", options->rows, "write the risk of each row here; keep it to yourself")
        ->type_name("FILE");
    app->add_option("--json", options->json, "write every figure here")->type_name("FILE");
    app->add_flag("--force", options->force, "replace what stands at the targets");
    add_population_flags(*app, *options);
    add_promise_flags(*app, options->policy);
    add_household(*app, options->household);
    add_read_flags(*app, options->read);
    add_release_read_flags(*app, options->read_release);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_risk(*options); }};
}

}  // namespace kanon::cli
