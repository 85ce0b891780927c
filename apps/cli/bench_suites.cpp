// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "bench_choice.hpp"
#include "bench_flags.hpp"
#include "bench_suite.hpp"
#include "bench_suite_run.hpp"
#include "bench_suite_tables.hpp"
#include "bench_workplace.hpp"
#include "exit_status.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct Options : bench::SuiteFlags {
    std::string suite;
    bench::SuiteChoice choice;
};

/// What came of a suite so far.
struct Harvest {
    std::vector<bench::SuiteRow> rows;
    std::string markdown;
    bool all_right = true;
};

std::string head(const Options& options, const bench::Suite& suite) {
    return fmt::format("kanon {}: {}; rows suppressed at most: {}; seconds of one search{}\n\n",
                       version(),
                       suite.about,
                       suite.suppression,
                       bench::limit_text(options.run, suite));
}

/// The rows of one data set; a contradiction is told at once and its rows are not shown.
std::vector<bench::SuiteRow> run_dataset(const Options& options,
                                         const bench::Suite& suite,
                                         const bench::SuiteDataset& dataset,
                                         bench::Workplace& workplace,
                                         Harvest& harvest) {
    std::vector<bench::SuiteRow> rows;
    for (const std::uint64_t k : suite.ks) {
        if (!options.run.quiet) {
            print_err(fmt::format("measuring {}, k = {}\n", dataset.name, k));
        }
        try {
            const std::vector<bench::SuiteRow> group =
                bench::run_group(suite, dataset, k, options.run, workplace);
            rows.insert(rows.end(), group.begin(), group.end());
        } catch (const Error& error) {
            if (error.code() != ErrorCode::audit_failed) {
                throw;
            }
            print_err(fmt::format("kanon: {}, k = {}: {}\n", dataset.name, k, error.what()));
            harvest.all_right = false;
        }
    }
    return rows;
}

Harvest run_all(const Options& options, bench::Suite suite) {
    bench::Workplace workplace(options.keep, options.shared);
    const std::string left_out = bench::leave_out_missing(
        suite.datasets, workplace, &bench::SuiteDataset::data, &bench::SuiteDataset::name);
    bench::tell_left_out(left_out, suite.datasets.empty());
    print_out(head(options, suite));
    Harvest harvest;
    for (const bench::SuiteDataset& dataset : suite.datasets) {
        const std::vector<bench::SuiteRow> rows =
            run_dataset(options, suite, dataset, workplace, harvest);
        print_out(bench::suite_text(suite, dataset, rows));
        harvest.markdown += bench::suite_markdown(suite, dataset, rows);
        harvest.rows.insert(harvest.rows.end(), rows.begin(), rows.end());
    }
    return harvest;
}

int run(const Options& options) {
    bench::Suite suite = bench::read_suite(options.folder, options.suite);
    bench::narrow(suite, options.choice);
    if (options.list) {
        print_out(bench::suite_list(suite));
        return kDone;
    }
    bench::BenchTargets targets({options.json, options.markdown}, options.force);
    const Harvest harvest = run_all(options, suite);
    if (!harvest.all_right) {
        return kBroken;
    }
    targets.write(
        {bench::suite_json(suite, harvest.rows), head(options, suite) + harvest.markdown});
    return kDone;
}

void add_flags(CLI::App& app, Options& options) {
    app.add_flag("--list", options.list, "list data sets and methods, run nothing");
    add_list(app, "--datasets", options.choice.datasets, "these alone")->type_name("NAME,...");
    add_list(app, "--methods", options.choice.methods, "these alone")->type_name("METHOD,...");
    add_list(app, "--objectives", options.choice.objectives, "in place of the suite's")
        ->type_name("NAME,...");
    add_counts(app, "--k", options.choice.ks, "in place of the suite's")->type_name("K,...");
    bench::add_suite_flags(app, options);
}

Verb add_suite(CLI::App& bench,
               const std::string& name,
               const std::string& purpose,
               const std::string& examples) {
    CLI::App* app = add_verb(bench, name, purpose, examples);
    const auto options = std::make_shared<Options>();
    options->suite = name;
    add_flags(*app, *options);
    return {app, [options] { return run(*options); }};
}

}  // namespace

std::vector<Verb> add_bench_suites(CLI::App& bench) {
    return {add_suite(bench,
                      "global",
                      "Compare the methods of global recoding on published tables.",
                      "  kanon bench global --list\n")};
}

}  // namespace kanon::cli
