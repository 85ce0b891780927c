// SPDX-License-Identifier: Apache-2.0
#include "data/workplace.hpp"
#include "flags.hpp"
#include "measuring/tables.hpp"
#include "parties/run.hpp"
#include "parties/suite.hpp"
#include "suites/choice.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kanon::bench {
namespace {

constexpr double kMegabyte = 1e6;

struct PartiesFlags : SuiteFlags {
    std::vector<std::string> names;
    std::uint64_t runs = 3;
};

/// A case and what it came to.
struct MeasuredCase {
    const PartiesCase* of = nullptr;
    PartiesFigures figures;
};

std::string list_of_cases(const PartiesSuite& suite) {
    std::vector<std::vector<std::string>> rows{{"case", "protocol", "data", "about"}};
    for (const PartiesCase& one : suite.cases) {
        rows.push_back({one.name, one.protocol, one.data_text(), one.about});
    }
    return suite.about + "\n\n" + cli::text_table(rows);
}

std::string with_goal(const std::string& text, const std::optional<double>& goal) {
    return goal ? fmt::format("{} (at most {:g})", text, *goal) : text;
}

std::string sent_text(const PartiesFigures& figures) {
    std::vector<std::string> sent;
    for (const auto& [party, bytes] : figures.sent) {
        sent.push_back(fmt::format("{:.2f}", static_cast<double>(bytes) / kMegabyte));
    }
    return fmt::format("{}", fmt::join(sent, ", "));
}

/// What parties took, what the central method took, and the ratio.
std::vector<std::string> beside_central(const MeasuredCase& one,
                                        double RunSeconds::*of,
                                        const std::optional<double>& goal) {
    const double seconds = one.figures.seconds.*of;
    if (!one.figures.central) {
        return {seconds_text(seconds), "", ""};
    }
    const double central = (*one.figures.central).*of;
    return {seconds_text(seconds),
            seconds_text(central),
            with_goal(fmt::format("{:.1f}", seconds / central), goal)};
}

std::vector<std::vector<std::string>> cells_of_cases(const std::vector<MeasuredCase>& cases) {
    std::vector<std::vector<std::string>> out{{"case",
                                               "rows",
                                               "search",
                                               "central",
                                               "ratio",
                                               "with release and audit",
                                               "central",
                                               "ratio",
                                               "MB sent by each",
                                               "peak MiB"}};
    for (const MeasuredCase& one : cases) {
        std::vector<std::string> row{one.figures.name, std::to_string(one.figures.released_rows)};
        std::vector<std::string> search =
            beside_central(one, &RunSeconds::search, one.of->goal_search_ratio);
        search.front() = with_goal(search.front(), one.of->goal_seconds);
        row.insert(row.end(), search.begin(), search.end());
        const auto run = beside_central(one, &RunSeconds::run, one.of->goal_run_ratio);
        row.insert(row.end(), run.begin(), run.end());
        row.push_back(sent_text(one.figures));
        row.push_back(fmt::format("{:.0f}", one.figures.peak_rss_mb));
        out.push_back(std::move(row));
    }
    return out;
}

nlohmann::ordered_json json_of_run(const RunSeconds& seconds) {
    return {{"search", seconds.search}, {"run", seconds.run}};
}

std::string json_of_cases(const std::vector<MeasuredCase>& cases) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const MeasuredCase& one : cases) {
        const PartiesFigures& figures = one.figures;
        nlohmann::ordered_json of{{"case", figures.name},
                                  {"protocol", one.of->protocol},
                                  {"released_rows", figures.released_rows},
                                  {"seconds", json_of_run(figures.seconds)}};
        if (figures.central) {
            of["central_seconds"] = json_of_run(*figures.central);
        }
        of["bytes_sent"] = nlohmann::ordered_json::object();
        for (const auto& [party, bytes] : figures.sent) {
            of["bytes_sent"][party] = bytes;
        }
        of["peak_rss_mb"] = figures.peak_rss_mb;
        of["proven"] = figures.proven;
        list.push_back(std::move(of));
    }
    return nlohmann::ordered_json{{"cases", list}}.dump(2) + "\n";
}

/// Each party has one thread, and so has the central run, unless told otherwise.
RunContext context_of_each(const PartiesFlags& options, cli::ProgressLine& progress) {
    RunContext context = cli::make_context(options.run, progress);
    context.threads = std::max(options.run.threads, 1U);
    return context;
}

int run_parties(const PartiesFlags& options) {
    PartiesSuite suite = read_parties_suite(options.folder);
    keep_named(suite.cases, options.names, "case", &PartiesCase::name);
    if (options.list) {
        cli::print_out(list_of_cases(suite));
        return cli::kDone;
    }
    BenchTargets targets({options.json, options.markdown}, options.force);
    Workplace workplace(options.keep, options.shared, options.program);
    std::vector<MeasuredCase> measured;
    bool are_right = true;
    for (const PartiesCase& one : suite.cases) {
        const std::string missing = one.made.rows > 0 ? "" : workplace.missing(one.data);
        if (!missing.empty()) {
            cli::print_err("skipped " + one.name + ": " + missing + "\n");
            continue;
        }
        try {
            cli::ProgressLine progress(options.run.quiet);
            const RunContext context = context_of_each(options, progress);
            measured.push_back(
                {.of = &one, .figures = run_parties_case(one, options.runs, workplace, context)});
            progress.clear();
        } catch (const Error& error) {
            if (error.code() != ErrorCode::audit_failed) {
                throw;
            }
            cli::print_err(std::string("kanon-bench: ") + error.what() + "\n");
            are_right = false;
        }
    }
    if (measured.empty() && are_right) {
        throw Error(ErrorCode::bad_input, "none of the suite's data is there");
    }
    const std::string head = fmt::format("kanon {}: {}; medians of {}; times in seconds\n\n",
                                         version(),
                                         suite.about,
                                         count_text(options.runs, "run"));
    if (!measured.empty()) {
        cli::print_out(head + cli::text_table(cells_of_cases(measured)));
    }
    if (are_right) {
        targets.write(
            {json_of_cases(measured), head + cli::markdown_table(cells_of_cases(measured))});
    }
    return are_right ? cli::kDone : cli::kBroken;
}

}  // namespace

cli::Verb add_parties(CLI::App& root) {
    CLI::App* app =
        cli::add_verb(root,
                      "parties",
                      "Measure the protocols between parties, and compare with who sees all rows.",
                      "  kanon-bench parties --list\n");
    const auto options = std::make_shared<PartiesFlags>();
    app->add_option("CASE", options->names, "cases to run; default: all")->type_name("");
    app->add_flag("--list", options->list, "list the cases, run nothing");
    app->add_option("--runs", options->runs, "runs of each case (3)")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    cli::whole(app->get_option("--runs"));
    add_suite_flags(*app, *options);
    return {app, [options] { return run_parties(*options); }};
}

}  // namespace kanon::bench
