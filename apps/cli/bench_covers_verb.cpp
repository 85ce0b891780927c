// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "bench_choice.hpp"
#include "bench_covers.hpp"
#include "bench_covers_tables.hpp"
#include "bench_flags.hpp"
#include "bench_workplace.hpp"
#include "exit_status.hpp"
#include "text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct Options : bench::PaperFlags {
    std::string svg;
};

/// What came of the figures so far.
struct Harvest {
    std::vector<bench::CoverPoint> points;
    std::string markdown;
    bool all_right = true;
};

std::string list_of(const bench::CoverSuite& suite) {
    std::vector<std::vector<std::string>> figures{{"figure", "data", "about"}};
    for (const bench::CoverFigure& figure : suite.figures) {
        figures.push_back({figure.name, figure.dataset, figure.about});
    }
    return suite.about + "\n\n" + text_table(figures);
}

std::vector<bench::CoverPoint> run_figure(const Options& options,
                                          const bench::CoverSuite& suite,
                                          const bench::CoverFigure& figure,
                                          bench::Workplace& workplace) {
    const std::vector<std::uint64_t>& ks = options.ks.empty() ? figure.ks : options.ks;
    std::vector<std::optional<std::uint64_t>> attributes(figure.attributes.begin(),
                                                         figure.attributes.end());
    if (attributes.empty()) {
        attributes.emplace_back();
    }
    std::vector<bench::CoverPoint> out;
    for (const std::uint64_t k : ks) {
        for (const std::optional<std::uint64_t>& count : attributes) {
            if (!options.run.quiet) {
                print_err(fmt::format("making figure {}, k = {}{}\n",
                                      figure.name,
                                      k,
                                      count ? fmt::format(", {} attributes", *count) : ""));
            }
            out.push_back(bench::run_cover_point(suite, figure, k, count, options.run, workplace));
        }
    }
    return out;
}

/// \throws Error{bad_input} if no figure's data is there.
Harvest run_figures(const Options& options, bench::CoverSuite& suite) {
    bench::Workplace workplace(options.keep, options.shared);
    const std::string left_out = bench::leave_out_missing(
        suite.figures,
        workplace,
        [&](const auto& figure) { return bench::find_dataset(suite, figure.dataset).data; },
        [](const auto& figure) { return "figure " + figure.name; });
    bench::tell_left_out(left_out, suite.figures.empty());
    Harvest harvest;
    for (const bench::CoverFigure& figure : suite.figures) {
        const std::string head = "Figure " + figure.name + ": " + figure.about;
        const std::vector<bench::CoverPoint> points = run_figure(options, suite, figure, workplace);
        print_out(head + "\n\n" + bench::cover_text(figure, points));
        harvest.markdown += "### " + head + "\n\n" + bench::cover_markdown(figure, points);
        harvest.points.insert(harvest.points.end(), points.begin(), points.end());
    }
    return harvest;
}

void judge_claims(const bench::CoverSuite& suite, Harvest& harvest) {
    std::string lines;
    for (const bench::CoverClaim& claim : suite.claims) {
        const bench::CoverVerdict verdict = bench::judge(claim, suite, harvest.points);
        lines += "- " + bench::claim_text(claim, verdict) + "\n";
        harvest.all_right = harvest.all_right && verdict.holds;
    }
    print_out("What the publication says in words\n\n" + lines);
    harvest.markdown += "### What the publication says in words\n\n" + lines;
}

int run(const Options& options) {
    bench::CoverSuite suite = bench::read_cover_suite(options.folder, "covers");
    bench::keep_named(suite.figures, options.names, "figure", &bench::CoverFigure::name);
    if (options.list) {
        print_out(list_of(suite));
        return kDone;
    }
    bench::BenchTargets targets({options.json, options.markdown, options.svg}, options.force);
    const std::string head = fmt::format(
        "kanon {}: {}{}.\n\n", version(), suite.about, bench::limit_text(options.run, suite));
    print_out(head);
    Harvest harvest = run_figures(options, suite);
    judge_claims(suite, harvest);
    if (!harvest.all_right) {
        print_err("kanon: a claim does not hold\n");
        return kBroken;
    }
    targets.write({bench::cover_json(suite, harvest.points),
                   head + harvest.markdown,
                   bench::cover_svg(suite, harvest.points)});
    return kDone;
}

}  // namespace

Verb add_bench_covers(CLI::App& bench) {
    CLI::App* app = add_verb(bench,
                             "covers",
                             "Make the published figures of approximate k-anonymity anew.",
                             "  kanon bench covers --list\n");
    const auto options = std::make_shared<Options>();
    bench::add_paper_flags(*app, "figures", *options);
    app->add_option("--svg", options->svg, "draw the figures here (SVG)")->type_name("FILE");
    return {app, [options] { return run(*options); }};
}

}  // namespace kanon::cli
