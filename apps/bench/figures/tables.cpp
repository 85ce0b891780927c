// SPDX-License-Identifier: Apache-2.0
#include "figures/tables.hpp"

#include "measuring/tables.hpp"
#include "pictures/plot.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>

namespace kanon::bench {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::vector<std::string>>;

constexpr std::string_view kIdentifying = "fewest attributes that single rows out";

bool counts_stars(const FigureSuite& suite) {
    return suite.measure == "stars";
}

/// Stars as a count, a loss in percent.
double in_units(const FigureSuite& suite, double value) {
    constexpr double kPercent = 100;
    return counts_stars(suite) ? value : kPercent * value;
}

std::string measure_text(const FigureSuite& suite, double value) {
    return fmt::format("{:.{}f}", in_units(suite, value), counts_stars(suite) ? 0 : 3);
}

/// `stars`, or `gcp, %`.
std::string measure_title(const FigureSuite& suite) {
    return suite.measure + (counts_stars(suite) ? "" : ", %");
}

Cells head_of(const MethodFigure& figure) {
    Cells out{{figure.axis()}};
    for (const FigureLine& line : figure.lines) {
        out[0].push_back(line.label);
    }
    return out;
}

std::string missing_text(const ReleaseFigures& release) {
    return "(" + release.ending + ")";
}

Cells measure_cells(const FigureSuite& suite,
                    const MethodFigure& figure,
                    const std::vector<FigurePoint>& points) {
    Cells out = head_of(figure);
    out[0].insert(out[0].begin() + 1, suite.bound);
    for (const FigurePoint& point : points) {
        std::vector<std::string>& line = out.emplace_back();
        line = {std::to_string(figure.number_of(point.place)), measure_text(suite, point.bound())};
        for (const ReleaseFigures& release : point.releases) {
            line.push_back(release.released ? measure_text(suite, measure_of(suite, release))
                                            : missing_text(release));
        }
    }
    return out;
}

Cells second_cells(const MethodFigure& figure, const std::vector<FigurePoint>& points) {
    Cells out = head_of(figure);
    for (const FigurePoint& point : points) {
        std::vector<std::string>& line = out.emplace_back();
        line = {std::to_string(figure.number_of(point.place))};
        for (const ReleaseFigures& release : point.releases) {
            line.push_back(release.released ? seconds_text(release.seconds)
                                            : missing_text(release));
        }
    }
    return out;
}

/// Of the first line, which asked.
const LeastSets* identifying_of(const FigurePoint& point) {
    const std::optional<LeastSets>& found = point.releases.front().identifying;
    return found ? &*found : nullptr;
}

/// How few attributes single rows out, empty where nobody asked.
Cells identifying_cells(const MethodFigure& figure, const std::vector<FigurePoint>& points) {
    if (!figure.identifying) {
        return {};
    }
    Cells out{{figure.axis(), "rows alone", "fewest for 95 %", "fewest for all"}};
    for (const FigurePoint& point : points) {
        const LeastSets* const found = identifying_of(point);
        std::vector<std::string>& line = out.emplace_back();
        line = {std::to_string(figure.number_of(point.place)),
                found == nullptr ? "-" : count_text(found->unique_rows),
                "-",
                "-"};
        for (std::size_t i = 0; found != nullptr && i < found->sets.size(); ++i) {
            const LeastSet& set = found->sets[i];
            line[set.share < 1 ? 2 : 3] = set.size_text();
        }
    }
    return out;
}

/// Why lines have no release, each reason once.
std::string reasons(const MethodFigure& figure, const std::vector<FigurePoint>& points) {
    std::string out;
    for (const FigurePoint& point : points) {
        for (std::size_t i = 0; i < figure.lines.size(); ++i) {
            const ReleaseFigures& release = point.releases[i];
            const std::string line = figure.lines[i].label + ": " + release.reason + "\n";
            if (!release.reason.empty() && out.find(line) == std::string::npos) {
                out += line;
            }
        }
    }
    return out;
}

std::string range_text(const FigureClaim& claim) {
    std::string out = claim.each ? "each" : "on average";
    if (claim.at_least) {
        out += fmt::format(" at least {:g}", *claim.at_least);
    }
    if (claim.at_most) {
        out += fmt::format("{} at most {:g}", claim.at_least ? " and" : "", *claim.at_most);
    }
    return out;
}

Json json_count(const std::optional<std::uint64_t>& count) {
    return count ? Json(*count) : Json(nullptr);
}

Json json_sets(const LeastSets& found) {
    Json out = Json::array();
    for (const LeastSet& set : found.sets) {
        out.push_back({{"share", set.share},
                       {"columns", set.columns},
                       {"unique_rows", set.unique_rows},
                       {"at_least", set.at_least}});
    }
    return out;
}

Json json_release(const FigureSuite& suite,
                  const MethodFigure& figure,
                  const FigurePoint& point,
                  std::size_t line) {
    const ReleaseFigures& release = point.releases[line];
    Json out{{"figure", figure.name},
             {"dataset", figure.dataset},
             {"line", figure.lines[line].label},
             {"method", figure.lines[line].method},
             {"k", point.place.k},
             {"attributes", json_count(point.place.attributes)},
             {"rows", json_count(point.place.rows)},
             {"ending", release.ending},
             {"reason", release.reason}};
    if (release.released) {
        out[suite.measure] = measure_of(suite, release);
        out["lower_bound"] = release.lower_bound ? Json(*release.lower_bound) : Json(nullptr);
        out["classes"] = release.classes;
        out["seconds"] = release.seconds;
        if (const LeastSets* const found = line == 0 ? identifying_of(point) : nullptr) {
            out["unique_rows"] = found->unique_rows;
            out["least_sets"] = json_sets(*found);
        }
        if (release.least_candidates) {
            out["least_candidates"] = *release.least_candidates;
        }
    }
    return out;
}

std::vector<FigurePoint> points_of(const MethodFigure& figure,
                                   const std::vector<FigurePoint>& all) {
    std::vector<FigurePoint> out;
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const FigurePoint& point) {
        return point.figure == figure.name;
    });
    return out;
}

PlotPanel panel_of(const MethodFigure& figure,
                   const std::vector<FigurePoint>& points,
                   const std::string& title,
                   const std::function<double(const ReleaseFigures&)>& get) {
    PlotPanel panel{.title = title + ": " + figure.dataset, .x_title = figure.axis(), .lines = {}};
    for (std::size_t i = 0; i < figure.lines.size(); ++i) {
        PlotLine line{.name = figure.lines[i].label, .points = {}, .color = i};
        for (const FigurePoint& point : points) {
            if (point.releases[i].released) {
                line.points.push_back({.x = static_cast<double>(figure.number_of(point.place)),
                                       .y = get(point.releases[i])});
            }
        }
        panel.lines.push_back(std::move(line));
    }
    return panel;
}

/// How few attributes single out all rows that all do, and nearly all of them.
PlotPanel identifying_panel(const MethodFigure& figure, const std::vector<FigurePoint>& points) {
    PlotPanel panel{.title = std::string(kIdentifying) + ": " + figure.dataset,
                    .x_title = figure.axis(),
                    .lines = {{.name = "for all", .points = {}, .color = 0},
                              {.name = "for 95 %", .points = {}, .color = 1}}};
    for (const FigurePoint& point : points) {
        const LeastSets* const found = identifying_of(point);
        for (std::size_t i = 0; found != nullptr && i < found->sets.size(); ++i) {
            const LeastSet& set = found->sets[i];
            panel.lines[set.share < 1 ? 1 : 0].points.push_back(
                {.x = static_cast<double>(figure.number_of(point.place)),
                 .y = static_cast<double>(set.columns.size())});
        }
    }
    return panel;
}

PlotLine bound_line(const FigureSuite& suite,
                    const MethodFigure& figure,
                    const std::vector<FigurePoint>& points) {
    PlotLine line{.name = suite.bound, .points = {}, .dashed = true, .color = figure.lines.size()};
    for (const FigurePoint& point : points) {
        line.points.push_back({.x = static_cast<double>(figure.number_of(point.place)),
                               .y = in_units(suite, point.bound())});
    }
    return line;
}

}  // namespace

std::string figure_text(const FigureSuite& suite,
                        const MethodFigure& figure,
                        const std::vector<FigurePoint>& points) {
    const Cells identifying = identifying_cells(figure, points);
    return measure_title(suite) + "\n" + cli::text_table(measure_cells(suite, figure, points)) +
           "\nseconds\n" + cli::text_table(second_cells(figure, points)) +
           (identifying.empty()
                ? ""
                : fmt::format("\n{}\n{}", kIdentifying, cli::text_table(identifying))) +
           reasons(figure, points) + "\n";
}

std::string figure_markdown(const FigureSuite& suite,
                            const MethodFigure& figure,
                            const std::vector<FigurePoint>& points) {
    std::string notes = reasons(figure, points);
    const Cells identifying = identifying_cells(figure, points);
    return measure_title(suite) + ":\n\n" +
           cli::markdown_table(measure_cells(suite, figure, points)) + "\nseconds:\n\n" +
           cli::markdown_table(second_cells(figure, points)) + "\n" +
           (identifying.empty()
                ? ""
                : fmt::format("{}:\n\n{}\n", kIdentifying, cli::markdown_table(identifying))) +
           (notes.empty() ? "" : notes + "\n");
}

std::string claim_text(const FigureSuite& suite,
                       const FigureClaim& claim,
                       const FigureVerdict& verdict) {
    const std::string head = fmt::format("{}: {} of {} / {}, {}: ",
                                         claim.about,
                                         suite.measure,
                                         claim.of,
                                         claim.over,
                                         range_text(claim));
    if (verdict.points == 0) {
        return head + "not tried";
    }
    return head + fmt::format("{}; {:.3f} on average, {:.3f} to {:.3f} at {} points",
                              verdict.holds ? "holds" : "DOES NOT HOLD",
                              verdict.mean,
                              verdict.least,
                              verdict.greatest,
                              verdict.points);
}

std::string figure_json(const FigureSuite& suite, const std::vector<FigurePoint>& points) {
    Json runs = Json::array();
    for (const MethodFigure& figure : suite.figures) {
        for (const FigurePoint& point : points_of(figure, points)) {
            for (std::size_t i = 0; i < figure.lines.size(); ++i) {
                runs.push_back(json_release(suite, figure, point, i));
            }
        }
    }
    Json claims = Json::array();
    for (const FigureClaim& claim : suite.claims) {
        const FigureVerdict verdict = judge(claim, suite, points);
        claims.push_back({{"about", claim.about},
                          {"of", claim.of},
                          {"over", claim.over},
                          {"points", verdict.points},
                          {"mean", verdict.mean},
                          {"least", verdict.least},
                          {"greatest", verdict.greatest},
                          {"holds", verdict.holds}});
    }
    return Json{{"runs", runs}, {"claims", claims}}.dump(
               2, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

std::string figure_svg(const FigureSuite& suite, const std::vector<FigurePoint>& points) {
    std::vector<PlotPanel> panels;
    for (const MethodFigure& figure : suite.figures) {
        const std::vector<FigurePoint> own = points_of(figure, points);
        if (own.empty()) {
            continue;
        }
        panels.push_back(
            panel_of(figure, own, measure_title(suite), [&suite](const ReleaseFigures& release) {
                return in_units(suite, measure_of(suite, release));
            }));
        panels.back().lines.push_back(bound_line(suite, figure, own));
        panels.push_back(panel_of(
            figure, own, "seconds", [](const ReleaseFigures& release) { return release.seconds; }));
    }
    for (const MethodFigure& figure : suite.figures) {
        const std::vector<FigurePoint> own = points_of(figure, points);
        if (figure.identifying && !own.empty()) {
            panels.push_back(identifying_panel(figure, own));
        }
    }
    return log_log_svg(panels, suite.about, 2);
}

}  // namespace kanon::bench
