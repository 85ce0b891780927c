// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suites/release.hpp"
#include "suites/suite_file.hpp"
#include "terminal/flags.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Published figures of cell suppression, stars and seconds over k or over the number of
/// attributes, made anew; what the publication says of them in words is checked.
namespace kanon::bench {

/// One line of a figure.
struct CoverLine {
    std::string label;
    std::string method;
    std::vector<std::string> options;
};

/// One figure: every line at every k and number of attributes, one of which is one value alone.
struct CoverFigure {
    std::string name;
    std::string about;
    std::string dataset;
    std::vector<std::uint64_t> ks;
    std::vector<std::uint64_t> attributes;  ///< the policy's first; empty: all of them
    std::vector<CoverLine> lines;

    [[nodiscard]] bool over_attributes() const { return attributes.size() > 1; }
};

/// What is said of the stars of two lines (or of `opt-lb`, their lower bound), as a ratio.
struct CoverClaim {
    std::string about;
    std::vector<std::string> figures;
    std::string of;
    std::string over;
    bool each = false;  ///< for each point; else on average (geometric mean)
    std::optional<double> at_least;
    std::optional<double> at_most;
};

struct CoverSuite : SuiteHead {
    std::vector<CoverFigure> figures;
    std::vector<CoverClaim> claims;
};

/// Read `NAME.json` of a folder. \throws Error{bad_input} naming file and key
[[nodiscard]] CoverSuite read_cover_suite(const std::string& folder, const std::string& name);

/// What came of a figure at one place: a release of each line, or why there is none.
struct CoverPoint {
    std::string figure;
    std::uint64_t k = 0;
    std::optional<std::uint64_t> attributes;
    std::vector<ReleaseFigures> releases;  ///< by line

    /// The greatest lower bound that a line proved; 0 without any.
    [[nodiscard]] double bound() const;
};

/// Run every line of a figure at one place. \throws as run_release(); Error{audit_failed} if a line
/// has fewer stars than another proved to be needed.
[[nodiscard]] CoverPoint run_cover_point(const CoverSuite& suite,
                                         const CoverFigure& figure,
                                         std::uint64_t k,
                                         std::optional<std::uint64_t> attributes,
                                         const cli::RunFlags& flags,
                                         Workplace& workplace);

/// A claim held against the points.
struct CoverVerdict {
    std::size_t points = 0;  ///< where both lines have a release
    double least = 0;        ///< ratio
    double mean = 0;         ///< geometric
    double greatest = 0;
    bool holds = true;  ///< also where there is no point to judge by
};

[[nodiscard]] CoverVerdict judge(const CoverClaim& claim,
                                 const CoverSuite& suite,
                                 const std::vector<CoverPoint>& points);

}  // namespace kanon::bench
