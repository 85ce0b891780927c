// SPDX-License-Identifier: Apache-2.0
#include "data/workplace.hpp"
#include "flags.hpp"
#include "risk/sampling.hpp"
#include "suites/choice.hpp"
#include "suites/release.hpp"
#include "suites/table_bench.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::bench {
namespace {

using Cells = std::vector<std::vector<std::string>>;

struct RiskSuite : SuiteHead {
    std::vector<double> fractions;
    std::uint64_t samples = 0;
};

struct RiskFlags : SuiteFlags {
    std::vector<std::string> names;
    std::uint64_t samples = 0;
};

/// Of one population and share.
struct RiskRow {
    std::string dataset;
    SampledEstimates found;
};

RiskSuite read_risk_suite(const std::string& folder) {
    RiskSuite suite;
    read_suite_file(folder, "risk", suite, [&suite](Members& members) {
        members.take("fractions", suite.fractions);
        members.take("samples", suite.samples);
        if (suite.fractions.empty() || suite.samples == 0) {
            refuse(members.file(), "'fractions' and 'samples' must be given");
        }
        for (const double fraction : suite.fractions) {
            if (!(fraction > 0 && fraction < 1)) {
                refuse(members.file(), "'fractions' must be above 0 and below 1");
            }
        }
    });
    return suite;
}

std::vector<RiskRow> run_dataset(const RiskSuite& suite,
                                 const SuiteDataset& dataset,
                                 const RiskFlags& options,
                                 Workplace& workplace) {
    cli::ProgressLine progress(options.run.quiet);
    AnonymizeJob made = bench_job(dataset, 2, "0", workplace);
    RiskJob job{.original = made.input,
                .policy = std::move(made.policy),
                .read = std::move(made.read),
                .context = cli::make_context(options.run, progress)};
    const Problem people = read_for_risk(job);
    std::vector<RiskRow> out;
    for (const double fraction : suite.fractions) {
        throw_if_cancelled(job.context);
        out.push_back(
            {.dataset = dataset.name,
             .found = estimate_from_samples(people.type_of_row,
                                            people.row_types().counts,
                                            fraction,
                                            options.samples > 0 ? options.samples : suite.samples,
                                            options.run.seed)});
    }
    return out;
}

std::string ratio_text(const EstimatedRatio& ratio) {
    return ratio.fitted == 0 ? "-" : fmt::format("{:.2f} ± {:.2f}", ratio.mean, ratio.deviation);
}

Cells cells_of(const std::vector<RiskRow>& rows) {
    constexpr double kPercent = 100;
    Cells out{{"population", "people", "alone", "sample", "alone in it"}};
    for (const risk::UniquesModel model : risk::kUniquesModels) {
        out.front().emplace_back(to_string(model));
    }
    out.front().emplace_back("by the rule");
    for (const RiskRow& row : rows) {
        const SampledEstimates& found = row.found;
        out.push_back({row.dataset,
                       count_text(found.population),
                       fmt::format("{:.1f} %",
                                   kPercent * static_cast<double>(found.truth) /
                                       static_cast<double>(found.population)),
                       fmt::format("{:g} %", kPercent * found.fraction),
                       fmt::format("{:.1f} %", kPercent * found.sample_uniques)});
        for (const EstimatedRatio& ratio : found.models) {
            out.back().push_back(ratio_text(ratio));
        }
        out.back().push_back(ratio_text(found.chosen));
    }
    return out;
}

nlohmann::ordered_json json_of(const EstimatedRatio& ratio) {
    return {{"fitted", ratio.fitted}, {"mean", ratio.mean}, {"deviation", ratio.deviation}};
}

std::string json_of(const std::vector<RiskRow>& rows) {
    nlohmann::ordered_json runs = nlohmann::ordered_json::array();
    for (const RiskRow& row : rows) {
        nlohmann::ordered_json one{{"dataset", row.dataset},
                                   {"population", row.found.population},
                                   {"alone", row.found.truth},
                                   {"fraction", row.found.fraction},
                                   {"sample_uniques", row.found.sample_uniques}};
        for (std::size_t i = 0; i < row.found.models.size(); ++i) {
            one[std::string(to_string(risk::kUniquesModels[i]))] = json_of(row.found.models[i]);
        }
        one["chosen"] = json_of(row.found.chosen);
        runs.push_back(std::move(one));
    }
    return nlohmann::ordered_json{{"runs", runs}}.dump(2) + "\n";
}

int run_risk(const RiskFlags& options) {
    RiskSuite suite = read_risk_suite(options.folder);
    keep_named(suite.datasets, options.names, "population", &SuiteDataset::name);
    std::vector<RiskRow> rows;
    const auto run = [&](const SuiteDataset& dataset, Workplace& workplace) {
        for (RiskRow& row : run_dataset(suite, dataset, options, workplace)) {
            rows.push_back(std::move(row));
        }
    };
    return run_table_bench(suite,
                           options,
                           {.called = "population",
                            .run = run,
                            .cells = [&] { return cells_of(rows); },
                            .json = [&] { return json_of(rows); }});
}

}  // namespace

cli::Verb add_risk(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "risk",
                                  "Measure the error of estimates of unique people "
                                  "in a population, by samples of known ones.",
                                  "  kanon-bench risk --list\n");
    const auto options = std::make_shared<RiskFlags>();
    app->add_flag("--list", options->list, "list the populations, run nothing");
    cli::add_list(*app, "--populations", options->names, "only these")->type_name("NAME,...");
    app->add_option("--samples", options->samples, "of each share, in place of the suite's")
        ->type_name("N");
    cli::whole(app->get_option("--samples"));
    add_suite_flags(*app, *options);
    return {app, [options] { return run_risk(*options); }};
}

}  // namespace kanon::bench
