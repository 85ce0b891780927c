// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "figures/figures.hpp"
#include "figures/tables.hpp"
#include "flags.hpp"
#include "suites/choice.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::bench {
namespace {

struct FiguresFlags : PaperFlags {
    std::string suite;
    std::string svg;
};

/// What came of the figures so far.
struct FiguresHarvest {
    std::vector<FigurePoint> points;
    std::string markdown;
    bool all_right = true;
};

std::string list_of(const FigureSuite& suite) {
    std::vector<std::vector<std::string>> figures{{"figure", "data", "about"}};
    for (const MethodFigure& figure : suite.figures) {
        figures.push_back({figure.name, figure.dataset, figure.about});
    }
    return suite.about + "\n\n" + cli::text_table(figures);
}

std::vector<FigurePoint> run_figure(const FiguresFlags& options,
                                    const FigureSuite& suite,
                                    const MethodFigure& figure,
                                    Workplace& workplace) {
    std::vector<FigurePoint> out;
    for (const FigurePlace& place : figure.places()) {
        if (!options.run.quiet) {
            cli::print_err(
                fmt::format("making figure {}, {} = {}{}\n",
                            figure.name,
                            figure.axis(),
                            figure.number_of(place),
                            figure.axis() == "k" ? "" : fmt::format(", k = {}", place.k)));
        }
        out.push_back(run_figure_point(suite, figure, place, options.run, workplace));
    }
    return out;
}

/// \throws Error{bad_input} if no figure's data is there.
FiguresHarvest run_figures(const FiguresFlags& options, FigureSuite& suite) {
    Workplace workplace(options.keep, options.shared, options.program);
    const std::string left_out = leave_out_missing(
        suite.figures,
        workplace,
        [&](const auto& figure) { return find_dataset(suite, figure.dataset).data; },
        [](const auto& figure) { return "figure " + figure.name; });
    tell_left_out(left_out, suite.figures.empty());
    FiguresHarvest harvest;
    for (const MethodFigure& figure : suite.figures) {
        const std::string head = "Figure " + figure.name + ": " + figure.about;
        const std::vector<FigurePoint> points = run_figure(options, suite, figure, workplace);
        cli::print_out(head + "\n\n" + figure_text(suite, figure, points));
        harvest.markdown += "### " + head + "\n\n" + figure_markdown(suite, figure, points);
        harvest.points.insert(harvest.points.end(), points.begin(), points.end());
    }
    return harvest;
}

void judge_claims(const FigureSuite& suite, FiguresHarvest& harvest) {
    std::string lines;
    for (const FigureClaim& claim : suite.claims) {
        const FigureVerdict verdict = judge(claim, suite, harvest.points);
        lines += "- " + claim_text(suite, claim, verdict) + "\n";
        harvest.all_right = harvest.all_right && verdict.holds;
    }
    cli::print_out("What is said of them in words\n\n" + lines);
    harvest.markdown += "### What is said of them in words\n\n" + lines;
}

int run_figures(const FiguresFlags& options) {
    FigureSuite suite = read_figure_suite(options.folder, options.suite);
    keep_named(suite.figures, options.names, "figure", &MethodFigure::name);
    for (MethodFigure& figure : suite.figures) {
        figure.ks = options.ks.empty() ? figure.ks : options.ks;
    }
    if (options.list) {
        cli::print_out(list_of(suite));
        return cli::kDone;
    }
    BenchTargets targets({options.json, options.markdown, options.svg}, options.force);
    const std::string head =
        fmt::format("kanon {}: {}{}.\n\n", version(), suite.about, limit_text(options.run, suite));
    cli::print_out(head);
    FiguresHarvest harvest = run_figures(options, suite);
    judge_claims(suite, harvest);
    if (!harvest.all_right) {
        cli::print_err("kanon-bench: a claim does not hold\n");
        return cli::kBroken;
    }
    targets.write({figure_json(suite, harvest.points),
                   head + harvest.markdown,
                   figure_svg(suite, harvest.points)});
    return cli::kDone;
}

}  // namespace

cli::Verb add_figures(CLI::App& root, const std::string& suite, const std::string& purpose) {
    CLI::App* app = cli::add_verb(root, suite, purpose, "  kanon-bench " + suite + " --list\n");
    const auto options = std::make_shared<FiguresFlags>();
    options->suite = suite;
    add_paper_flags(*app, "figures", *options);
    app->add_option("--svg", options->svg, "draw the figures here (SVG)")->type_name("FILE");
    return {app, [options] { return run_figures(*options); }};
}

}  // namespace kanon::bench
