// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suites/release.hpp"
#include "suites/suite_file.hpp"
#include "terminal/flags.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Published tables of releases, made anew and held against what was printed.
namespace kanon::bench {

/// A figure of a release that a table may print.
enum class Figure { stars, usefulness, seconds, classes, avg_class, max_class };

/// As in the publication, by Figure.
inline constexpr std::array<std::string_view, 6> kFigureNames{
    "s", "u", "r", "#h", "h_avg", "h_max"};

/// One side of a published table: a method on a data set, and what was printed of it.
struct PublishedSide {
    std::string label;
    std::string dataset;
    std::string method;
    std::vector<std::string> options;
    std::string suppression;  ///< as in policies, or `k-1`
    std::string patterns;     ///< YAML, or ""
    /// Columns that usefulness takes for numbers; none: those that are in the policy.
    std::optional<std::vector<std::string>> numbers;
    std::vector<Figure> columns;
    std::vector<Figure> exact;  ///< those that must come out as printed
    bool optimum = false;       ///< the printed stars are the least there are
    std::string note;           ///< why figures differ
    std::map<std::uint64_t, std::vector<std::string>> printed;  ///< by k, in the order of columns
};

struct PublishedTable {
    std::string name;
    std::string about;
    std::vector<PublishedSide> sides;
};

struct PublishedSuite : SuiteHead {
    std::vector<PublishedTable> tables;
};

/// Read `NAME.json` of a folder. \throws Error{bad_input} naming file and key
[[nodiscard]] PublishedSuite read_published_suite(const std::string& folder,
                                                  const std::string& name);

/// Ours of one k beside what was printed.
struct PublishedRow {
    std::uint64_t k = 0;
    ReleaseFigures ours;
    std::vector<std::string> printed;  ///< in the order of the side's columns
};

/// Our figure with as many decimals as the printed one.
[[nodiscard]] std::string figure_like(const ReleaseFigures& ours,
                                      Figure figure,
                                      const std::string& printed);

/// What must not be, or "": no release, a figure of `exact` that is not as printed, a printed
/// optimum that is proven wrong or above our stars.
[[nodiscard]] std::string fault_of(const PublishedSide& side, const PublishedRow& row);

/// Run one side for one k. \throws as run_release()
[[nodiscard]] PublishedRow run_published(const PublishedSuite& suite,
                                         const PublishedSide& side,
                                         std::uint64_t k,
                                         const cli::RunFlags& flags,
                                         Workplace& workplace);

}  // namespace kanon::bench
