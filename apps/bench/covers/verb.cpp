// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "covers/covers.hpp"
#include "covers/tables.hpp"
#include "data/workplace.hpp"
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

struct Options : PaperFlags {
    std::string svg;
};

/// What came of the figures so far.
struct Harvest {
    std::vector<CoverPoint> points;
    std::string markdown;
    bool all_right = true;
};

std::string list_of(const CoverSuite& suite) {
    std::vector<std::vector<std::string>> figures{{"figure", "data", "about"}};
    for (const CoverFigure& figure : suite.figures) {
        figures.push_back({figure.name, figure.dataset, figure.about});
    }
    return suite.about + "\n\n" + cli::text_table(figures);
}

std::vector<CoverPoint> run_figure(const Options& options,
                                   const CoverSuite& suite,
                                   const CoverFigure& figure,
                                   Workplace& workplace) {
    const std::vector<std::uint64_t>& ks = options.ks.empty() ? figure.ks : options.ks;
    std::vector<std::optional<std::uint64_t>> attributes(figure.attributes.begin(),
                                                         figure.attributes.end());
    if (attributes.empty()) {
        attributes.emplace_back();
    }
    std::vector<CoverPoint> out;
    for (const std::uint64_t k : ks) {
        for (const std::optional<std::uint64_t>& count : attributes) {
            if (!options.run.quiet) {
                cli::print_err(fmt::format("making figure {}, k = {}{}\n",
                                           figure.name,
                                           k,
                                           count ? fmt::format(", {} attributes", *count) : ""));
            }
            out.push_back(run_cover_point(suite, figure, k, count, options.run, workplace));
        }
    }
    return out;
}

/// \throws Error{bad_input} if no figure's data is there.
Harvest run_figures(const Options& options, CoverSuite& suite) {
    Workplace workplace(options.keep, options.shared, options.program);
    const std::string left_out = leave_out_missing(
        suite.figures,
        workplace,
        [&](const auto& figure) { return find_dataset(suite, figure.dataset).data; },
        [](const auto& figure) { return "figure " + figure.name; });
    tell_left_out(left_out, suite.figures.empty());
    Harvest harvest;
    for (const CoverFigure& figure : suite.figures) {
        const std::string head = "Figure " + figure.name + ": " + figure.about;
        const std::vector<CoverPoint> points = run_figure(options, suite, figure, workplace);
        cli::print_out(head + "\n\n" + cover_text(figure, points));
        harvest.markdown += "### " + head + "\n\n" + cover_markdown(figure, points);
        harvest.points.insert(harvest.points.end(), points.begin(), points.end());
    }
    return harvest;
}

void judge_claims(const CoverSuite& suite, Harvest& harvest) {
    std::string lines;
    for (const CoverClaim& claim : suite.claims) {
        const CoverVerdict verdict = judge(claim, suite, harvest.points);
        lines += "- " + claim_text(claim, verdict) + "\n";
        harvest.all_right = harvest.all_right && verdict.holds;
    }
    cli::print_out("What the publication says in words\n\n" + lines);
    harvest.markdown += "### What the publication says in words\n\n" + lines;
}

int run(const Options& options) {
    CoverSuite suite = read_cover_suite(options.folder, "covers");
    keep_named(suite.figures, options.names, "figure", &CoverFigure::name);
    if (options.list) {
        cli::print_out(list_of(suite));
        return cli::kDone;
    }
    BenchTargets targets({options.json, options.markdown, options.svg}, options.force);
    const std::string head =
        fmt::format("kanon {}: {}{}.\n\n", version(), suite.about, limit_text(options.run, suite));
    cli::print_out(head);
    Harvest harvest = run_figures(options, suite);
    judge_claims(suite, harvest);
    if (!harvest.all_right) {
        cli::print_err("kanon-bench: a claim does not hold\n");
        return cli::kBroken;
    }
    targets.write({cover_json(suite, harvest.points),
                   head + harvest.markdown,
                   cover_svg(suite, harvest.points)});
    return cli::kDone;
}

}  // namespace

cli::Verb add_covers(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "covers",
                                  "Make the published figures of approximate k-anonymity anew.",
                                  "  kanon-bench covers --list\n");
    const auto options = std::make_shared<Options>();
    add_paper_flags(*app, "figures", *options);
    app->add_option("--svg", options->svg, "draw the figures here (SVG)")->type_name("FILE");
    return {app, [options] { return run(*options); }};
}

}  // namespace kanon::bench
