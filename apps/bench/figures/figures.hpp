// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suites/release.hpp"
#include "suites/suite_file.hpp"
#include "terminal/flags.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Figures of methods against each other, stars or loss and seconds, over k, the number of
/// attributes or that of rows; what is said of them in words, by a publication or by us, is
/// checked.
namespace kanon::bench {

/// One line of a figure.
struct FigureLine {
    std::string label;
    std::string method;  ///< or a comparator (kanon/api/comparators.hpp)
    bool is_comparator = false;
    std::vector<std::string> options;
};

/// Where a figure is drawn.
struct FigurePlace {
    std::uint64_t k = 0;
    std::optional<std::uint64_t> attributes;  ///< the policy's first; none: all of them
    std::optional<std::uint64_t> rows;        ///< of a generated table; none: the data set's
};

/// One figure: every line at every k, number of attributes and of rows, two of which are one value
/// alone.
struct MethodFigure {
    std::string name;
    std::string about;
    std::string dataset;
    std::vector<std::uint64_t> ks;
    std::vector<std::uint64_t> attributes{};
    std::vector<std::uint64_t> rows{};
    bool identifying = false;  ///< how few attributes single rows out is shown, too
    std::vector<FigureLine> lines;

    [[nodiscard]] std::vector<FigurePlace> places() const;

    /// What the places differ by: `k`, `attributes` or `rows`.
    [[nodiscard]] std::string axis() const;

    [[nodiscard]] std::uint64_t number_of(const FigurePlace& place) const;
};

/// What is said of the measure of two lines (or of their lower bound), as a ratio.
struct FigureClaim {
    std::string about;
    std::vector<std::string> figures;
    std::string of;
    std::string over;
    bool each = false;  ///< for each point; else on average (geometric mean)
    std::optional<double> at_least;
    std::optional<double> at_most;
};

struct FigureSuite : SuiteHead {
    std::string measure;  ///< the objective that is shown, and asked for
    std::string bound;    ///< what its lower bound is called
    std::string suppression = "0";
    std::vector<MethodFigure> figures;
    std::vector<FigureClaim> claims;
};

/// Read `NAME.json` of a folder. \throws Error{bad_input} naming file and key
[[nodiscard]] FigureSuite read_figure_suite(const std::string& folder, const std::string& name);

/// What came of a figure at one place: a release of each line, or why there is none.
struct FigurePoint {
    std::string figure;
    FigurePlace place;
    std::vector<ReleaseFigures> releases;  ///< by line

    /// The greatest lower bound that a line proved, and that holds for all of them: where one is a
    /// freeform release, which classes are too, of those lines alone. 0 without any.
    [[nodiscard]] double bound() const;
};

/// What the suite shows of a release: its stars, or its loss.
[[nodiscard]] double measure_of(const FigureSuite& suite, const ReleaseFigures& release);

/// Run every line of a figure at one place. \throws as run_release(); Error{audit_failed} if a line
/// has less of the measure than another proved to be needed.
[[nodiscard]] FigurePoint run_figure_point(const FigureSuite& suite,
                                           const MethodFigure& figure,
                                           const FigurePlace& place,
                                           const cli::RunFlags& flags,
                                           Workplace& workplace);

/// A claim held against the points.
struct FigureVerdict {
    std::size_t points = 0;  ///< where both lines have a release
    double least = 0;        ///< ratio
    double mean = 0;         ///< geometric
    double greatest = 0;
    bool holds = true;  ///< also where there is no point to judge by
};

[[nodiscard]] FigureVerdict judge(const FigureClaim& claim,
                                  const FigureSuite& suite,
                                  const std::vector<FigurePoint>& points);

}  // namespace kanon::bench
