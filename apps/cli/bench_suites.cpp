// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "bench_suite.hpp"
#include "bench_suite_run.hpp"
#include "bench_suite_tables.hpp"
#include "bench_workplace.hpp"
#include "exit_status.hpp"
#include "flags.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct Options {
    std::string suite;
    std::string folder = "bench/suites";
    std::string shared = bench::default_shared_folder();
    std::string keep;
    std::string json;
    std::string markdown;
    bool list = false;
    bool force = false;
    bench::SuiteChoice choice;
    RunFlags run;
};

/// What came of a suite so far.
struct Harvest {
    std::vector<bench::SuiteRow> rows;
    std::string markdown;
    bool all_right = true;
};

std::string head(const Options& options, const bench::Suite& suite) {
    const std::optional<double> limit =
        options.run.time_limit ? options.run.time_limit : suite.time_limit_seconds;
    return fmt::format("kanon {}: {}; rows suppressed at most: {}{}; seconds of one search\n\n",
                       version(),
                       suite.about,
                       suite.suppression,
                       limit ? fmt::format("; at most {:g} seconds each", *limit) : "");
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

/// Leave out data sets whose files are not there, and say so. \throws Error{bad_input} if none is.
void leave_out_missing(bench::Suite& suite, const bench::Workplace& workplace) {
    std::string lines;
    std::erase_if(suite.datasets, [&](const bench::SuiteDataset& dataset) {
        const std::string missing = workplace.missing(dataset.data);
        lines += missing.empty() ? "" : "skipped " + dataset.name + ": " + missing + "\n";
        return !missing.empty();
    });
    if (suite.datasets.empty()) {
        throw Error(ErrorCode::bad_input, "none of the suite's data sets is there; " + lines);
    }
    print_err(lines);
}

Harvest run_all(const Options& options, bench::Suite suite) {
    bench::Workplace workplace(options.keep, options.shared);
    leave_out_missing(suite, workplace);
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
    std::optional<PendingFile> json = pending_file(options.json, options.force);
    std::optional<PendingFile> markdown = pending_file(options.markdown, options.force);
    const Harvest harvest = run_all(options, suite);
    if (!harvest.all_right) {
        return kBroken;
    }
    if (json) {
        json->write_text(bench::suite_json(suite, harvest.rows));
    }
    if (markdown) {
        markdown->write_text(head(options, suite) + harvest.markdown);
    }
    for (std::optional<PendingFile>* file : {&json, &markdown}) {
        if (*file) {
            (*file)->commit();
        }
    }
    return kDone;
}

void add_flags(CLI::App& app, Options& options) {
    app.add_flag("--list", options.list, "list data sets and methods, run nothing");
    add_list(app, "--datasets", options.choice.datasets, "these alone")->type_name("NAME,...");
    add_list(app, "--methods", options.choice.methods, "these alone")->type_name("METHOD,...");
    add_list(app, "--objectives", options.choice.objectives, "in place of the suite's")
        ->type_name("NAME,...");
    add_counts(app, "--k", options.choice.ks, "in place of the suite's")->type_name("K,...");
    app.add_option("--dir", options.folder, "folder of suites (bench/suites)")->type_name("DIR");
    app.add_option("--shared", options.shared, "folder of shared data (shared, here or beside)")
        ->type_name("DIR");
    app.add_option("--keep", options.keep, "make tables here, keep them, use them again")
        ->type_name("DIR");
    app.add_option("--markdown", options.markdown, "write the tables here (Markdown)")
        ->type_name("FILE");
    app.add_option("--json", options.json, "write the figures here (JSON)")->type_name("FILE");
    app.add_flag("--force", options.force, "replace files that stand at the targets");
    add_search_run_flags(app, options.run);
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
