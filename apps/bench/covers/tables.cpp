// SPDX-License-Identifier: Apache-2.0
#include "covers/tables.hpp"

#include "measuring/tables.hpp"
#include "pictures/plot.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <iterator>

namespace kanon::bench {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::vector<std::string>>;

std::uint64_t place_of(const CoverFigure& figure, const CoverPoint& point) {
    return figure.over_attributes() ? point.attributes.value_or(0) : point.k;
}

Cells head_of(const CoverFigure& figure) {
    Cells out{{figure.over_attributes() ? "attributes" : "k"}};
    for (const CoverLine& line : figure.lines) {
        out[0].push_back(line.label);
    }
    return out;
}

std::string missing_text(const ReleaseFigures& release) {
    return "(" + release.ending + ")";
}

Cells star_cells(const CoverFigure& figure, const std::vector<CoverPoint>& points) {
    Cells out = head_of(figure);
    out[0].insert(out[0].begin() + 1, "opt-lb");
    for (const CoverPoint& point : points) {
        std::vector<std::string>& line = out.emplace_back();
        line = {std::to_string(place_of(figure, point)), fmt::format("{:.0f}", point.bound())};
        for (const ReleaseFigures& release : point.releases) {
            line.push_back(release.released ? std::to_string(release.stars)
                                            : missing_text(release));
        }
    }
    return out;
}

Cells second_cells(const CoverFigure& figure, const std::vector<CoverPoint>& points) {
    Cells out = head_of(figure);
    for (const CoverPoint& point : points) {
        std::vector<std::string>& line = out.emplace_back();
        line = {std::to_string(place_of(figure, point))};
        for (const ReleaseFigures& release : point.releases) {
            line.push_back(release.released ? seconds_text(release.seconds)
                                            : missing_text(release));
        }
    }
    return out;
}

/// Why lines have no release, each reason once.
std::string reasons(const CoverFigure& figure, const std::vector<CoverPoint>& points) {
    std::string out;
    for (const CoverPoint& point : points) {
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

std::string range_text(const CoverClaim& claim) {
    std::string out = claim.each ? "each" : "on average";
    if (claim.at_least) {
        out += fmt::format(" at least {:g}", *claim.at_least);
    }
    if (claim.at_most) {
        out += fmt::format("{} at most {:g}", claim.at_least ? " and" : "", *claim.at_most);
    }
    return out;
}

Json json_release(const CoverFigure& figure, const CoverPoint& point, std::size_t line) {
    const ReleaseFigures& release = point.releases[line];
    Json out{{"figure", figure.name},
             {"dataset", figure.dataset},
             {"line", figure.lines[line].label},
             {"method", figure.lines[line].method},
             {"k", point.k},
             {"attributes", point.attributes ? Json(*point.attributes) : Json(nullptr)},
             {"ending", release.ending},
             {"reason", release.reason}};
    if (release.released) {
        out["stars"] = release.stars;
        out["lower_bound"] = release.lower_bound ? Json(*release.lower_bound) : Json(nullptr);
        out["classes"] = release.classes;
        out["seconds"] = release.seconds;
    }
    return out;
}

std::vector<CoverPoint> points_of(const CoverFigure& figure, const std::vector<CoverPoint>& all) {
    std::vector<CoverPoint> out;
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const CoverPoint& point) {
        return point.figure == figure.name;
    });
    return out;
}

PlotPanel panel_of(const CoverFigure& figure,
                   const std::vector<CoverPoint>& points,
                   const std::string& title,
                   const std::function<double(const ReleaseFigures&)>& get) {
    PlotPanel panel{.title = title + ": " + figure.dataset,
                    .x_title = figure.over_attributes() ? "attributes" : "k",
                    .lines = {}};
    for (std::size_t i = 0; i < figure.lines.size(); ++i) {
        PlotLine line{.name = figure.lines[i].label, .points = {}, .color = i};
        for (const CoverPoint& point : points) {
            if (point.releases[i].released) {
                line.points.push_back({.x = static_cast<double>(place_of(figure, point)),
                                       .y = get(point.releases[i])});
            }
        }
        panel.lines.push_back(std::move(line));
    }
    return panel;
}

PlotLine bound_line(const CoverFigure& figure, const std::vector<CoverPoint>& points) {
    PlotLine line{.name = "opt-lb", .points = {}, .dashed = true, .color = figure.lines.size()};
    for (const CoverPoint& point : points) {
        line.points.push_back(
            {.x = static_cast<double>(place_of(figure, point)), .y = point.bound()});
    }
    return line;
}

}  // namespace

std::string cover_text(const CoverFigure& figure, const std::vector<CoverPoint>& points) {
    return "stars\n" + cli::text_table(star_cells(figure, points)) + "\nseconds\n" +
           cli::text_table(second_cells(figure, points)) + reasons(figure, points) + "\n";
}

std::string cover_markdown(const CoverFigure& figure, const std::vector<CoverPoint>& points) {
    std::string notes = reasons(figure, points);
    return "Stars:\n\n" + cli::markdown_table(star_cells(figure, points)) + "\nSeconds:\n\n" +
           cli::markdown_table(second_cells(figure, points)) + "\n" +
           (notes.empty() ? "" : notes + "\n");
}

std::string claim_text(const CoverClaim& claim, const CoverVerdict& verdict) {
    const std::string head = fmt::format(
        "{}: stars of {} / {}, {}: ", claim.about, claim.of, claim.over, range_text(claim));
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

std::string cover_json(const CoverSuite& suite, const std::vector<CoverPoint>& points) {
    Json runs = Json::array();
    for (const CoverFigure& figure : suite.figures) {
        for (const CoverPoint& point : points_of(figure, points)) {
            for (std::size_t i = 0; i < figure.lines.size(); ++i) {
                runs.push_back(json_release(figure, point, i));
            }
        }
    }
    Json claims = Json::array();
    for (const CoverClaim& claim : suite.claims) {
        const CoverVerdict verdict = judge(claim, suite, points);
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

std::string cover_svg(const CoverSuite& suite, const std::vector<CoverPoint>& points) {
    std::vector<PlotPanel> panels;
    for (const CoverFigure& figure : suite.figures) {
        const std::vector<CoverPoint> own = points_of(figure, points);
        if (own.empty()) {
            continue;
        }
        panels.push_back(panel_of(figure, own, "Stars", [](const ReleaseFigures& release) {
            return static_cast<double>(release.stars);
        }));
        panels.back().lines.push_back(bound_line(figure, own));
        panels.push_back(panel_of(
            figure, own, "Seconds", [](const ReleaseFigures& release) { return release.seconds; }));
    }
    return log_log_svg(panels, "Stars and seconds of cell suppression", 2);
}

}  // namespace kanon::bench
