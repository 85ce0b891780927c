// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/compare.hpp"

#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {
namespace {

struct CompareFlags {
    std::string input;
    std::string json;
    std::string svg;
    bool force = false;
    std::vector<std::uint64_t> ks;
    std::vector<std::string> methods;
    PolicyFlags policy;
    ReadFlags read;
    RunFlags run;
};

/// Options go to the methods that know them, so that one which none knows would be lost.
void refuse_lost_options(const CompareJob& job) {
    const auto knows = [](const std::string& method, const std::string& option) {
        const auto is_it = [&](const OptionSpec& spec) { return spec.name == option; };
        return method == "auto" || std::ranges::any_of(find_method(method).options, is_it);
    };
    for (const auto& entry : job.policy.method_options) {
        const std::string& option = entry.first;
        if (!job.methods.empty() && std::ranges::none_of(job.methods, [&](const auto& method) {
                return knows(method, option);
            })) {
            throw Error(ErrorCode::bad_policy,
                        "none of the methods compared has an option '" + option +
                            "' (see `kanon methods NAME`)");
        }
    }
}

/// Each of them once, in the order of the first time.
template <class Item>
std::vector<Item> distinct(const std::vector<Item>& items) {
    std::vector<Item> out;
    for (const Item& item : items) {
        if (std::find(out.begin(), out.end(), item) == out.end()) {
            out.push_back(item);
        }
    }
    return out;
}

CompareJob job_of(const CompareFlags& options, ProgressLine& progress) {
    CompareJob job;
    job.input = options.input;
    job.json = options.json;
    job.svg = options.svg;
    job.force = options.force;
    job.policy = make_policy(options.policy);
    job.ks = distinct(options.ks);
    job.methods = distinct(options.methods);
    job.read = make_read_options(options.read);
    job.context = make_context(options.run, progress);
    job.context.deadline.reset();  // each run has the time for itself
    job.seconds_each = options.run.time_limit;
    refuse_lost_options(job);
    return job;
}

std::string text_of(const Comparison& comparison) {
    return fmt::format("kanon {}: {}, {}; {}, each release audited, none written\n\n",
                       comparison.version,
                       count_text(comparison.problem->row_types().row_count(), "row"),
                       count_text(comparison.problem->quasi_identifiers.size(), "quasi-identifier"),
                       count_text(comparison.runs.size(), "run")) +
           text_table(comparison_rows(comparison)) + comparison_notes(comparison);
}

int run_compare(const CompareFlags& options) {
    ProgressLine progress(options.run.quiet);
    CompareJob job = job_of(options, progress);
    const bool beside = take_output({options.json, options.svg});
    job.before_commit = [&](const Comparison& comparison) {
        progress.clear();
        if (!options.run.quiet && !beside) {
            print_out(text_of(comparison));
        }
    };
    const Comparison comparison = run_job(job);
    if (!options.run.quiet && beside) {
        print_err(text_of(comparison));
    }
    return kDone;
}

/// What is compared, in place of the one k and the one method that other verbs take.
void add_compared_flags(CLI::App& app, CompareFlags& options) {
    constexpr const char* kCompared = "What is compared";
    app.remove_option(app.get_option("--k"));
    app.remove_option(app.get_option("--method"));
    add_counts(app, "--k", options.ks, "k-anonymity, each of these; default: the policy's")
        ->type_name("K,...")
        ->group(kCompared);
    add_list(app, "--method", options.methods, "each of these methods; default: the policy's")
        ->type_name("NAME,...")
        ->group(kCompared);
}

}  // namespace

Verb add_compare(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "compare",
                             "Compare methods and promises by loss and risk; write no release.",
                             "  kanon generate --rows 300 -o stays.csv --policy stays.yaml\n"
                             "  kanon compare stays.csv -p stays.yaml --k 5,10,20 "
                             "--method mondrian,optimal --svg compare.svg\n");
    const auto options = std::make_shared<CompareFlags>();
    add_input(*app, options->input);
    add_promise_flags(*app, options->policy);
    add_search_flags(*app, options->policy);
    add_compared_flags(*app, *options);
    app->add_option("--json", options->json, "write every figure here")->type_name("FILE");
    app->add_option("--svg", options->svg, "write a picture of loss against risk here")
        ->type_name("FILE");
    app->add_flag("--force", options->force, "replace what stands at the targets");
    add_read_flags(*app, options->read);
    add_search_run_flags(*app, options->run);
    app->get_option("--time-limit")
        ->description("seconds for each run; then the best found so far is taken");
    return {app, [options] { return run_compare(*options); }};
}

}  // namespace kanon::cli
