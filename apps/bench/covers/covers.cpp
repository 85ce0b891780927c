// SPDX-License-Identifier: Apache-2.0
#include "covers/covers.hpp"

#include "data/members.hpp"
#include "flags.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace kanon::bench {
namespace {

constexpr std::string_view kBound = "opt-lb";

CoverLine read_line(Members members) {
    CoverLine line;
    members.take("label", line.label);
    members.take("method", line.method);
    members.take("options", line.options);
    members.finish();
    static_cast<void>(find_method(line.method));
    line.label = line.label.empty() ? line.method : line.label;
    return line;
}

CoverFigure read_figure(Members members, const SuiteHead& suite) {
    CoverFigure figure;
    members.take("name", figure.name);
    members.take("about", figure.about);
    members.take("dataset", figure.dataset);
    members.take("k", figure.ks);
    members.take("attributes", figure.attributes);
    for (Members& line : members.each("lines")) {
        figure.lines.push_back(read_line(std::move(line)));
    }
    members.finish();
    static_cast<void>(find_dataset(suite, figure.dataset, members.file()));
    if (figure.ks.empty() || figure.lines.empty() ||
        (figure.ks.size() > 1 && figure.over_attributes())) {
        refuse(members.file(),
               "figure '" + figure.name +
                   "' needs lines, and one 'k' or more; several 'k' or several 'attributes'");
    }
    return figure;
}

void check_line(const CoverFigure& figure, const std::string& label, const std::string& file) {
    std::vector<std::string_view> known{kBound};
    for (const CoverLine& line : figure.lines) {
        known.push_back(line.label);
    }
    if (std::find(known.begin(), known.end(), label) == known.end()) {
        refuse(file,
               fmt::format(
                   "figure '{}' has no line '{}'{}", figure.name, label, suggestion(label, known)));
    }
}

CoverClaim read_claim(Members members, const std::vector<CoverFigure>& figures) {
    CoverClaim claim;
    members.take("about", claim.about);
    members.take("figures", claim.figures);
    members.take("of", claim.of);
    members.take("over", claim.over);
    std::optional<bool> each;
    members.take("each", each);
    claim.each = each.value_or(false);
    members.take("at_least", claim.at_least);
    members.take("at_most", claim.at_most);
    members.finish();
    for (const std::string& name : claim.figures) {
        const auto figure = std::find_if(figures.begin(),
                                         figures.end(),
                                         [&](const CoverFigure& one) { return one.name == name; });
        if (figure == figures.end()) {
            refuse(members.file(), "a claim speaks of figure '" + name + "', which is not there");
        }
        check_line(*figure, claim.of, members.file());
        check_line(*figure, claim.over, members.file());
    }
    return claim;
}

ReleaseFigures run_line(const CoverSuite& suite,
                        const CoverFigure& figure,
                        const CoverLine& line,
                        const CoverPoint& point,
                        const cli::RunFlags& flags,
                        Workplace& workplace) {
    return run_release({.dataset = &find_dataset(suite, figure.dataset),
                        .k = point.k,
                        .method = line.method,
                        .options = line.options,
                        .objective = "stars",
                        .suppression = "100%",
                        .attributes = point.attributes},
                       within_limit(flags, suite),
                       workplace);
}

/// \throws Error{audit_failed}
void refuse_contradiction(const CoverFigure& figure, const CoverPoint& point) {
    for (std::size_t i = 0; i < figure.lines.size(); ++i) {
        const ReleaseFigures& release = point.releases[i];
        if (release.released && static_cast<double>(release.stars) < point.bound()) {
            throw Error(ErrorCode::audit_failed,
                        fmt::format("{} has {} stars, below the bound {:.12g} that was proven",
                                    figure.lines[i].label,
                                    release.stars,
                                    point.bound()));
        }
    }
}

/// The stars of a line at a point, or its lower bound; none without a release.
std::optional<double> stars_of(const CoverFigure& figure,
                               const CoverPoint& point,
                               const std::string& label) {
    if (label == kBound) {
        return point.bound() > 0 ? std::optional(point.bound()) : std::nullopt;
    }
    for (std::size_t i = 0; i < figure.lines.size(); ++i) {
        if (figure.lines[i].label == label && point.releases[i].released) {
            return static_cast<double>(point.releases[i].stars);
        }
    }
    return std::nullopt;
}

std::vector<double> ratios(const CoverClaim& claim,
                           const CoverFigure& figure,
                           const std::vector<CoverPoint>& points) {
    std::vector<double> out;
    for (const CoverPoint& point : points) {
        const std::optional<double> of = stars_of(figure, point, claim.of);
        const std::optional<double> over = stars_of(figure, point, claim.over);
        if (point.figure == figure.name && of && over && *of > 0 && *over > 0) {
            out.push_back(*of / *over);
        }
    }
    return out;
}

}  // namespace

double CoverPoint::bound() const {
    double out = 0;
    for (const ReleaseFigures& release : releases) {
        out = std::max(out, release.lower_bound.value_or(0));
    }
    return out;
}

CoverSuite read_cover_suite(const std::string& folder, const std::string& name) {
    CoverSuite suite;
    read_suite_file(folder, name, suite, [&suite](Members& members) {
        for (Members& figure : members.each("figures")) {
            suite.figures.push_back(read_figure(std::move(figure), suite));
        }
        for (Members& claim : members.each("claims")) {
            suite.claims.push_back(read_claim(std::move(claim), suite.figures));
        }
    });
    return suite;
}

CoverPoint run_cover_point(const CoverSuite& suite,
                           const CoverFigure& figure,
                           std::uint64_t k,
                           std::optional<std::uint64_t> attributes,
                           const cli::RunFlags& flags,
                           Workplace& workplace) {
    CoverPoint point{.figure = figure.name, .k = k, .attributes = attributes, .releases = {}};
    for (const CoverLine& line : figure.lines) {
        point.releases.push_back(run_line(suite, figure, line, point, flags, workplace));
    }
    refuse_contradiction(figure, point);
    return point;
}

CoverVerdict judge(const CoverClaim& claim,
                   const CoverSuite& suite,
                   const std::vector<CoverPoint>& points) {
    std::vector<double> all;
    for (const CoverFigure& figure : suite.figures) {
        if (std::find(claim.figures.begin(), claim.figures.end(), figure.name) !=
            claim.figures.end()) {
            const std::vector<double> some = ratios(claim, figure, points);
            all.insert(all.end(), some.begin(), some.end());
        }
    }
    CoverVerdict out;
    out.points = all.size();
    if (all.empty()) {
        return out;
    }
    double logarithms = 0;
    for (const double ratio : all) {
        logarithms += std::log(ratio);
    }
    out.least = *std::min_element(all.begin(), all.end());
    out.greatest = *std::max_element(all.begin(), all.end());
    out.mean = std::exp(logarithms / static_cast<double>(all.size()));
    out.holds = (claim.each ? out.least : out.mean) >= claim.at_least.value_or(0) &&
                (claim.each ? out.greatest : out.mean) <= claim.at_most.value_or(HUGE_VAL);
    return out;
}

}  // namespace kanon::bench
