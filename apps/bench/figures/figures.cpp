// SPDX-License-Identifier: Apache-2.0
#include "figures/figures.hpp"

#include "kanon/api/comparators.hpp"

#include "data/members.hpp"
#include "flags.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace kanon::bench {
namespace {

constexpr std::string_view kStars = "stars";

std::vector<std::optional<std::uint64_t>> each_or_none(const std::vector<std::uint64_t>& numbers) {
    std::vector<std::optional<std::uint64_t>> out(numbers.begin(), numbers.end());
    if (out.empty()) {
        out.emplace_back();
    }
    return out;
}

FigureLine read_line(Members members) {
    FigureLine line;
    members.take("label", line.label);
    members.take("method", line.method);
    members.take("options", line.options);
    std::string comparator;
    members.take("comparator", comparator);
    members.finish();
    if (!comparator.empty()) {
        line.is_comparator = true;
        line.method = to_string(find_comparator(comparator));
    } else {
        static_cast<void>(find_method(line.method));
    }
    line.label = line.label.empty() ? line.method : line.label;
    return line;
}

MethodFigure read_figure(Members members, const SuiteHead& suite) {
    MethodFigure figure;
    members.take("name", figure.name);
    members.take("about", figure.about);
    members.take("dataset", figure.dataset);
    members.take("k", figure.ks);
    members.take("attributes", figure.attributes);
    members.take("rows", figure.rows);
    std::optional<bool> identifying;
    members.take("identifying", identifying);
    figure.identifying = identifying.value_or(false);
    for (Members& line : members.each("lines")) {
        figure.lines.push_back(read_line(std::move(line)));
    }
    members.finish();
    const DataSource& data = find_dataset(suite, figure.dataset, members.file()).data;
    const int several = (figure.ks.size() > 1 ? 1 : 0) + (figure.attributes.size() > 1 ? 1 : 0) +
                        (figure.rows.size() > 1 ? 1 : 0);
    if (figure.ks.empty() || figure.lines.empty() || several > 1) {
        refuse(members.file(),
               "figure '" + figure.name +
                   "' needs lines, and one 'k' or more; several of one of 'k', 'attributes' and "
                   "'rows' alone");
    }
    if (!figure.rows.empty() && data.rows == 0) {
        refuse(members.file(), "figure '" + figure.name + "' has 'rows' of a table that is a file");
    }
    return figure;
}

void check_line(const FigureSuite& suite,
                const MethodFigure& figure,
                const std::string& label,
                const std::string& file) {
    std::vector<std::string_view> known{suite.bound};
    for (const FigureLine& line : figure.lines) {
        known.push_back(line.label);
    }
    if (std::find(known.begin(), known.end(), label) == known.end()) {
        refuse(file,
               fmt::format(
                   "figure '{}' has no line '{}'{}", figure.name, label, suggestion(label, known)));
    }
}

FigureClaim read_claim(Members members, const FigureSuite& suite) {
    FigureClaim claim;
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
        const auto figure = std::find_if(suite.figures.begin(),
                                         suite.figures.end(),
                                         [&](const MethodFigure& one) { return one.name == name; });
        if (figure == suite.figures.end()) {
            refuse(members.file(), "a claim speaks of figure '" + name + "', which is not there");
        }
        check_line(suite, *figure, claim.of, members.file());
        check_line(suite, *figure, claim.over, members.file());
    }
    return claim;
}

ReleaseFigures run_line(const FigureSuite& suite,
                        const MethodFigure& figure,
                        const FigureLine& line,
                        const FigurePoint& point,
                        const cli::RunFlags& flags,
                        Workplace& workplace) {
    SuiteDataset dataset = find_dataset(suite, figure.dataset);
    dataset.data.rows = point.place.rows.value_or(dataset.data.rows);
    const ReleaseRequest request{.dataset = &dataset,
                                 .k = point.place.k,
                                 .method = line.method,
                                 .options = line.options,
                                 .objective = suite.measure,
                                 .suppression = suite.suppression,
                                 .attributes = point.place.attributes,
                                 .identifying = figure.identifying && point.releases.empty()};
    const cli::RunFlags limited = within_limit(flags, suite);
    return line.is_comparator ? run_comparator(request, limited, workplace)
                              : run_release(request, limited, workplace);
}

/// \throws Error{audit_failed}
void refuse_contradiction(const FigureSuite& suite,
                          const MethodFigure& figure,
                          const FigurePoint& point) {
    constexpr double kSumsRounded = 1e-12;
    for (std::size_t i = 0; i < figure.lines.size(); ++i) {
        const ReleaseFigures& release = point.releases[i];
        if (release.released && !figure.lines[i].is_comparator &&
            measure_of(suite, release) < point.bound() * (1 - kSumsRounded)) {
            throw Error(ErrorCode::audit_failed,
                        fmt::format("{} has {} of {:.12g}, below the bound {:.12g} that was proven",
                                    figure.lines[i].label,
                                    suite.measure,
                                    measure_of(suite, release),
                                    point.bound()));
        }
    }
}

/// The measure of a line at a point, or its lower bound; none without a release.
std::optional<double> value_of(const FigureSuite& suite,
                               const MethodFigure& figure,
                               const FigurePoint& point,
                               const std::string& label) {
    if (label == suite.bound) {
        return point.bound() > 0 ? std::optional(point.bound()) : std::nullopt;
    }
    for (std::size_t i = 0; i < figure.lines.size(); ++i) {
        if (figure.lines[i].label == label && point.releases[i].released) {
            return measure_of(suite, point.releases[i]);
        }
    }
    return std::nullopt;
}

std::vector<double> ratios(const FigureClaim& claim,
                           const FigureSuite& suite,
                           const MethodFigure& figure,
                           const std::vector<FigurePoint>& points) {
    std::vector<double> out;
    for (const FigurePoint& point : points) {
        const std::optional<double> of = value_of(suite, figure, point, claim.of);
        const std::optional<double> over = value_of(suite, figure, point, claim.over);
        if (point.figure == figure.name && of && over && *of > 0 && *over > 0) {
            out.push_back(*of / *over);
        }
    }
    return out;
}

}  // namespace

std::vector<FigurePlace> MethodFigure::places() const {
    std::vector<FigurePlace> out;
    for (const std::uint64_t k : ks) {
        for (const std::optional<std::uint64_t>& some : each_or_none(attributes)) {
            for (const std::optional<std::uint64_t>& count : each_or_none(rows)) {
                out.push_back({.k = k, .attributes = some, .rows = count});
            }
        }
    }
    return out;
}

std::string MethodFigure::axis() const {
    if (attributes.size() > 1) {
        return "attributes";
    }
    return rows.size() > 1 ? "rows" : "k";
}

std::uint64_t MethodFigure::number_of(const FigurePlace& place) const {
    if (attributes.size() > 1) {
        return place.attributes.value_or(0);
    }
    return rows.size() > 1 ? place.rows.value_or(0) : place.k;
}

double FigurePoint::bound() const {
    const bool freeform = std::any_of(releases.begin(), releases.end(), [](const auto& release) {
        return release.recoding == RecodingKind::assignment;
    });
    double out = 0;
    for (const ReleaseFigures& release : releases) {
        if (!freeform || release.recoding == RecodingKind::assignment) {
            out = std::max(out, release.lower_bound.value_or(0));
        }
    }
    return out;
}

double measure_of(const FigureSuite& suite, const ReleaseFigures& release) {
    return suite.measure == kStars ? static_cast<double>(release.stars) : release.loss;
}

FigureSuite read_figure_suite(const std::string& folder, const std::string& name) {
    FigureSuite suite;
    read_suite_file(folder, name, suite, [&suite](Members& members) {
        members.take("measure", suite.measure);
        members.take("bound", suite.bound);
        members.take("suppression", suite.suppression);
        if (suite.measure.empty() || suite.bound.empty()) {
            refuse(members.file(),
                   "'measure' must name an objective, and 'bound' what its bound is called");
        }
        static_cast<void>(find_objective(suite.measure));
        for (Members& figure : members.each("figures")) {
            suite.figures.push_back(read_figure(std::move(figure), suite));
        }
        for (Members& claim : members.each("claims")) {
            suite.claims.push_back(read_claim(std::move(claim), suite));
        }
    });
    return suite;
}

FigurePoint run_figure_point(const FigureSuite& suite,
                             const MethodFigure& figure,
                             const FigurePlace& place,
                             const cli::RunFlags& flags,
                             Workplace& workplace) {
    FigurePoint point{.figure = figure.name, .place = place, .releases = {}};
    for (const FigureLine& line : figure.lines) {
        point.releases.push_back(run_line(suite, figure, line, point, flags, workplace));
    }
    refuse_contradiction(suite, figure, point);
    return point;
}

FigureVerdict judge(const FigureClaim& claim,
                    const FigureSuite& suite,
                    const std::vector<FigurePoint>& points) {
    std::vector<double> all;
    for (const MethodFigure& figure : suite.figures) {
        if (std::find(claim.figures.begin(), claim.figures.end(), figure.name) !=
            claim.figures.end()) {
            const std::vector<double> some = ratios(claim, suite, figure, points);
            all.insert(all.end(), some.begin(), some.end());
        }
    }
    FigureVerdict out;
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
