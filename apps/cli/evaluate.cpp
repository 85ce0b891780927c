// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/evaluate.hpp"

#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {
namespace {

constexpr std::array<std::string_view, 2> kFeatures{"expected", "categorical"};
constexpr std::array<std::string_view, 5> kParts{
    "queries", "statistics", "classifiers", "distinguishability", "measures"};

struct EvaluateFlags {
    std::string original;
    std::string release;
    std::string json;
    std::string html;
    bool force = false;
    std::vector<std::string> parts;
    std::string features = "expected";
    std::string selectivity = "0.1";
    std::string sanity_bound = "0.001";
    std::string gs_factor;
    EvaluateOptions evaluate;
    PolicyFlags policy;
    ReadFlags read;
    ReleaseReadFlags read_release;
    RunFlags run;
};

EvaluatedParts parts_of(const std::vector<std::string>& words) {
    if (words.empty()) {
        return {};
    }
    EvaluatedParts out{.queries = false,
                       .statistics = false,
                       .classifiers = false,
                       .distinguishability = false,
                       .measures = false};
    const std::array<bool EvaluatedParts::*, kParts.size()> places{
        &EvaluatedParts::queries,
        &EvaluatedParts::statistics,
        &EvaluatedParts::classifiers,
        &EvaluatedParts::distinguishability,
        &EvaluatedParts::measures};
    for (const std::string& word : words) {
        out.*places[place_of(word, kParts, "--parts")] = true;
    }
    return out;
}

EvaluateOptions evaluate_options(const EvaluateFlags& options) {
    EvaluateOptions out = options.evaluate;
    out.parts = parts_of(options.parts);
    out.queries.selectivity = share_of(options.selectivity, "--selectivity");
    out.queries.sanity_bound = share_of(options.sanity_bound, "--sanity-bound");
    if (!options.gs_factor.empty()) {
        out.gs_factor = share_of(options.gs_factor, "--gs-factor");
    }
    out.classification.features = place_of(options.features, kFeatures, "--features") == 0
                                      ? FeatureKind::expected
                                      : FeatureKind::categorical;
    return out;
}

int run_evaluate(const EvaluateFlags& options) {
    ProgressLine progress(options.run.quiet);
    EvaluateJob job;
    job.original = options.original;
    job.release = options.release;
    job.json = options.json;
    job.html = options.html;
    job.force = options.force;
    job.policy = make_policy(options.policy);
    job.read = make_read_options(options.read);
    job.read_release = make_read_options(options.read_release, options.read);
    job.options = evaluate_options(options);
    job.context = make_context(options.run, progress);
    const bool beside = take_output({options.json, options.html});
    job.before_commit = [&](const Evaluation& evaluation) {
        progress.clear();
        if (!options.run.quiet && !beside) {
            print_out(evaluation_text(evaluation));
        }
    };
    const Evaluation evaluation = run_job(job);
    if (!options.run.quiet && beside) {
        print_err(evaluation_text(evaluation));
    }
    return kDone;
}

void add_query_flags(CLI::App& app, EvaluateFlags& options) {
    app.add_option("--queries",
                   options.evaluate.queries.queries,
                   "count queries of each number of dimensions (1000)")
        ->type_name("N")
        ->group("Queries");
    app.add_option(
           "--dimensions", options.evaluate.queries.dimensions, "most columns in a query (4)")
        ->type_name("N")
        ->group("Queries");
    app.add_option("--selectivity",
                   options.selectivity,
                   "share of the combinations of values that a query covers (0.1)")
        ->type_name("S")
        ->group("Queries");
    app.add_option("--sanity-bound",
                   options.sanity_bound,
                   "least answer that an error is divided by, as a share of the rows (0.001)")
        ->type_name("S")
        ->group("Queries");
    whole(app.get_option("--queries"));
    whole(app.get_option("--dimensions"));
}

void add_learning_flags(CLI::App& app, EvaluateFlags& options) {
    add_list(app,
             "--target",
             options.evaluate.classification.targets,
             "columns to predict; default: the class attribute, or a sensitive column")
        ->type_name("COLUMN,...")
        ->group("Learning");
    app.add_option(
           "--regress",
           options.evaluate.regressed,
           "column of numbers to regress; default: the first, a sensitive one before others")
        ->type_name("COLUMN")
        ->group("Learning");
    app.add_option("--folds", options.evaluate.classification.folds, "of cross-validation (5)")
        ->type_name("N")
        ->group("Learning");
    app.add_option("--features",
                   options.features,
                   "how cells become features: ranges by their expected number and labels by "
                   "shares, or each notation by itself (expected)")
        ->type_name("expected|categorical")
        ->group("Learning");
    app.add_option("--most-rows",
                   options.evaluate.classification.most_rows,
                   "rows to learn from; of more, so many are drawn (50000; for targets of many "
                   "values fewer, 5000 at least)")
        ->type_name("N")
        ->group("Learning");
    whole(app.get_option("--folds"));
    whole(app.get_option("--most-rows"));
}

}  // namespace

Verb add_evaluate(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "evaluate",
                             "Measure how useful a release still is, against its original.",
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon anonymize stays.csv -p stays.yaml -o release.csv\n"
                             "  kanon evaluate stays.csv release.csv -p stays.yaml "
                             "--json evaluation.json --html evaluation.html\n");
    const auto options = std::make_shared<EvaluateFlags>();
    add_original_and_release(*app, options->original, options->release, "what is to be evaluated");
    app->add_option("--json", options->json, "write every figure here")->type_name("FILE");
    app->add_option("--html", options->html, "write a page with pictures here")->type_name("FILE");
    app->add_flag("--force", options->force, "replace what stands at the targets");
    app->add_flag(
        "--shuffled", options->evaluate.shuffled, "the released rows stand in another order");
    add_list(*app,
             "--parts",
             options->parts,
             "only these: queries, statistics, classifiers, distinguishability, measures")
        ->type_name("PART,...");
    app->add_option("--gs-factor",
                    options->gs_factor,
                    "weight of suppression against generalization in the loss, 0 to 1 (the "
                    "policy's, else 0.5)")
        ->type_name("G");
    add_query_flags(*app, *options);
    add_learning_flags(*app, *options);
    add_promise_flags(*app, options->policy);
    add_read_flags(*app, options->read);
    add_release_read_flags(*app, options->read_release);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_evaluate(*options); }};
}

}  // namespace kanon::cli
