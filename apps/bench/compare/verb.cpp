// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "compare/run.hpp"
#include "compare/suite.hpp"
#include "compare/tables.hpp"
#include "data/workplace.hpp"
#include "flags.hpp"
#include "suites/choice.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon::bench {
namespace {

struct CompareFlags : SuiteFlags {
    std::string suite;
    SuiteChoice choice;
};

/// What came of a suite so far.
struct CompareHarvest {
    std::vector<SuiteRow> rows;
    std::string markdown;
    bool all_right = true;
};

std::string head(const CompareFlags& options, const Suite& suite) {
    return fmt::format("kanon {}: {}; rows suppressed at most: {}; seconds of one search{}\n\n",
                       version(),
                       suite.about,
                       suite.suppression,
                       limit_text(options.run, suite));
}

/// The rows of one data set; a contradiction is told at once and its rows are not shown.
std::vector<SuiteRow> run_dataset(const CompareFlags& options,
                                  const Suite& suite,
                                  const SuiteDataset& dataset,
                                  Workplace& workplace,
                                  CompareHarvest& harvest) {
    std::vector<SuiteRow> rows;
    for (const std::uint64_t k : suite.ks) {
        if (!options.run.quiet) {
            cli::print_err(fmt::format("measuring {}, k = {}\n", dataset.name, k));
        }
        try {
            const std::vector<SuiteRow> group =
                run_group(suite, dataset, k, options.run, workplace);
            rows.insert(rows.end(), group.begin(), group.end());
        } catch (const Error& error) {
            if (error.code() != ErrorCode::audit_failed) {
                throw;
            }
            cli::print_err(
                fmt::format("kanon-bench: {}, k = {}: {}\n", dataset.name, k, error.what()));
            harvest.all_right = false;
        }
    }
    return rows;
}

CompareHarvest run_all(const CompareFlags& options, Suite suite) {
    Workplace workplace(options.keep, options.shared, options.program);
    const std::string left_out =
        leave_out_missing(suite.datasets, workplace, &SuiteDataset::data, &SuiteDataset::name);
    tell_left_out(left_out, suite.datasets.empty());
    cli::print_out(head(options, suite));
    CompareHarvest harvest;
    for (const SuiteDataset& dataset : suite.datasets) {
        const std::vector<SuiteRow> rows = run_dataset(options, suite, dataset, workplace, harvest);
        cli::print_out(suite_text(suite, dataset, rows));
        harvest.markdown += suite_markdown(suite, dataset, rows);
        harvest.rows.insert(harvest.rows.end(), rows.begin(), rows.end());
    }
    return harvest;
}

int run_compare(const CompareFlags& options) {
    Suite suite = read_suite(options.folder, options.suite);
    narrow(suite, options.choice);
    if (options.list) {
        cli::print_out(suite_list(suite));
        return cli::kDone;
    }
    BenchTargets targets({options.json, options.markdown}, options.force);
    const CompareHarvest harvest = run_all(options, suite);
    if (!harvest.all_right) {
        return cli::kBroken;
    }
    targets.write({suite_json(suite, harvest.rows), head(options, suite) + harvest.markdown});
    return cli::kDone;
}

void add_flags(CLI::App& app, CompareFlags& options) {
    app.add_flag("--list", options.list, "list data sets and methods, run nothing");
    cli::add_list(app, "--datasets", options.choice.datasets, "only these")->type_name("NAME,...");
    cli::add_list(app, "--methods", options.choice.methods, "only these")->type_name("METHOD,...");
    cli::add_list(app, "--objectives", options.choice.objectives, "in place of the suite's")
        ->type_name("NAME,...");
    cli::add_counts(app, "--k", options.choice.ks, "in place of the suite's")->type_name("K,...");
    add_suite_flags(app, options);
}

}  // namespace

cli::Verb add_comparison(CLI::App& root, const std::string& suite, const std::string& purpose) {
    CLI::App* app = cli::add_verb(root, suite, purpose, "  kanon-bench " + suite + " --list\n");
    const auto options = std::make_shared<CompareFlags>();
    options->suite = suite;
    add_flags(*app, *options);
    return {app, [options] { return run_compare(*options); }};
}

}  // namespace kanon::bench
