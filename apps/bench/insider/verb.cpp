// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/insider.hpp"
#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "flags.hpp"
#include "suites/release.hpp"
#include "suites/table_bench.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace kanon::bench {
namespace {

using Cells = std::vector<std::vector<std::string>>;

struct InsiderSuite : SuiteHead {
    std::string method;
    std::vector<std::uint64_t> ks;
    std::uint64_t insiders = 0;
    std::uint64_t draws_per_row = 0;
};

struct InsiderFlags : SuiteFlags {
    std::vector<std::uint64_t> ks;
};

/// What came of one table and k.
struct InsiderRow {
    std::string dataset;
    std::uint64_t k = 0;
    std::uint64_t records = 0;
    InsiderFigures figures;
};

InsiderSuite read_insider_suite(const std::string& folder) {
    InsiderSuite suite;
    read_suite_file(folder, "insider", suite, [&suite](Members& members) {
        members.take("method", suite.method);
        members.take("k", suite.ks);
        members.take("insiders", suite.insiders);
        members.take("draws_per_row", suite.draws_per_row);
        if (find_method(suite.method).recoding != RecodingKind::assignment) {
            refuse(members.file(), "'method' must be one of freeform generalization");
        }
        if (suite.ks.empty() || suite.insiders == 0 || suite.draws_per_row == 0) {
            refuse(members.file(), "'k', 'insiders' and 'draws_per_row' must be given");
        }
    });
    return suite;
}

/// Make a release, audited as any, and look at its graph.
InsiderRow run_one(const InsiderSuite& suite,
                   const SuiteDataset& dataset,
                   std::uint64_t k,
                   const cli::RunFlags& flags,
                   Workplace& workplace) {
    cli::ProgressLine progress(flags.quiet);
    AnonymizeJob job = bench_job(dataset, k, "0", workplace);
    job.policy.method = suite.method;
    job.context = cli::make_context(within_limit(flags, suite), progress);
    const auto result = run_job(job);
    const auto& recoding = std::get<AssignmentRecoding>(*result->outcome.recoding);
    SecretRandom random(job.context.seed);
    return {.dataset = dataset.name,
            .k = k,
            .records = recoding.members.size() / recoding.degree,
            .figures = what_insiders_learn(
                recoding,
                {.insiders = static_cast<std::uint32_t>(suite.insiders),
                 .draws_per_row = static_cast<std::uint32_t>(suite.draws_per_row)},
                random)};
}

Cells cells_of(const std::vector<InsiderRow>& rows) {
    constexpr double kPercent = 100;
    Cells out{{"data set", "k", "records", "known, > 90 %", "best guess", "of nobody"}};
    for (const InsiderRow& row : rows) {
        out.push_back({row.dataset,
                       std::to_string(row.k),
                       std::to_string(row.records),
                       fmt::format("{:.2f}", row.figures.sure),
                       fmt::format("{:.1f} %", kPercent * row.figures.best_guess),
                       fmt::format("{:.1f} %", kPercent / static_cast<double>(row.k))});
    }
    return out;
}

std::string json_of(const std::vector<InsiderRow>& rows) {
    nlohmann::ordered_json runs = nlohmann::ordered_json::array();
    for (const InsiderRow& row : rows) {
        runs.push_back({{"dataset", row.dataset},
                        {"k", row.k},
                        {"records", row.records},
                        {"insiders", row.figures.insiders},
                        {"sure", row.figures.sure},
                        {"best_guess", row.figures.best_guess}});
    }
    return nlohmann::ordered_json{{"runs", runs}}.dump(2) + "\n";
}

int run_insider(const InsiderFlags& options) {
    const InsiderSuite suite = read_insider_suite(options.folder);
    std::vector<InsiderRow> rows;
    const auto run = [&](const SuiteDataset& dataset, Workplace& workplace) {
        for (const std::uint64_t k : options.ks.empty() ? suite.ks : options.ks) {
            rows.push_back(run_one(suite, dataset, k, options.run, workplace));
        }
    };
    return run_table_bench(suite,
                           options,
                           {.called = "data set",
                            .run = run,
                            .cells = [&] { return cells_of(rows); },
                            .json = [&] { return json_of(rows); }});
}

}  // namespace

cli::Verb add_insider(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "insider",
                                  "Measure what one who knows his own row learns of others from a "
                                  "freeform release.",
                                  "  kanon-bench insider --list\n");
    const auto options = std::make_shared<InsiderFlags>();
    app->add_flag("--list", options->list, "list the data sets, run nothing");
    cli::add_counts(*app, "--k", options->ks, "in place of the suite's")->type_name("K,...");
    add_suite_flags(*app, *options);
    return {app, [options] { return run_insider(*options); }};
}

}  // namespace kanon::bench
