// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/best_split.hpp"
#include "kanon/methods/classes/division/mondrian.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

/// What a task has at each value of each attribute.
std::vector<Marginal> margins_of(const Task& task) {
    const RowTypes& types = task.row_types();
    std::vector<Marginal> out;
    for (const CodeVector& column : types.columns) {
        std::map<Code, std::map<Code, std::uint32_t>> values;
        std::map<Code, std::uint32_t> rows;
        for (std::size_t type = 0; type < types.size(); ++type) {
            rows[column[type]] += types.counts[type];
            for (const Histograms& histograms : types.histograms) {
                for (auto i = histograms.offsets[type]; i < histograms.offsets[type + 1]; ++i) {
                    values[column[type]][histograms.values[i]] += histograms.counts[i];
                }
            }
        }
        Marginal& marginal = out.emplace_back();
        if (!types.histograms.empty()) {
            marginal.histograms.push_back({.domain_size = types.histograms.front().domain_size,
                                           .offsets = {0},
                                           .values = {},
                                           .counts = {}});
        }
        for (const auto& [code, count] : rows) {
            marginal.codes.push_back(code);
            marginal.counts.push_back(count);
            if (!marginal.histograms.empty()) {
                Histograms& histograms = marginal.histograms.front();
                for (const auto& [value, of_value] : values[code]) {
                    histograms.values.push_back(value);
                    histograms.counts.push_back(of_value);
                }
                histograms.offsets.push_back(static_cast<std::uint32_t>(histograms.values.size()));
            }
        }
    }
    return out;
}

/// Rows of three numbers and an illness.
std::string random_cells(Random& random, std::size_t rows) {
    std::string out;
    for (std::size_t row = 0; row < rows; ++row) {
        out += fmt::format("{}{} {} {} i{}",
                           row == 0 ? "" : "; ",
                           random.below(1 + random.below(12)),
                           10 * random.below(6),
                           random.below(3),
                           random.below(1 + random.below(3)));
    }
    return out;
}

Problem problem_of(const std::string& cells, const std::string& privacy) {
    return kanon::bind(test::table_of("a b c s", cells),
                       parse_policy("attributes: {a: {role: quasi-identifying, recode: range}, b: "
                                    "{role: quasi-identifying, recode: range}, c: {role: "
                                    "quasi-identifying, recode: range}, s: {role: sensitive}}\n"
                                    "privacy: " +
                                        privacy + "\n",
                                    "p"),
                       {});
}

/// The rows whose codes are in a part, on that attribute: so many, and so many illnesses.
struct Side {
    std::uint64_t rows = 0;
    std::map<Code, std::uint64_t> illnesses{};
};

Side side_of(const Marginal& marginal, const std::vector<Code>& part) {
    Side out;
    for (std::size_t i = 0; i < marginal.codes.size(); ++i) {
        if (std::ranges::find(part, marginal.codes[i]) == part.end()) {
            continue;
        }
        out.rows += marginal.counts[i];
        for (std::size_t h = 0; !marginal.histograms.empty() && h < 1; ++h) {
            const Histograms& of = marginal.histograms[h];
            for (auto entry = of.offsets[i]; entry < of.offsets[i + 1]; ++entry) {
                out.illnesses[of.values[entry]] += of.counts[entry];
            }
        }
    }
    return out;
}

double extent_of(const Task& task, const Marginal& marginal, std::size_t attribute) {
    const Dictionary& dictionary = task.quasi_identifiers[attribute].dictionary();
    const double span = dictionary.greatest() - dictionary.least();
    return span == 0 ? 0
                     : (dictionary.lowest(marginal.codes.back()) -
                        dictionary.lowest(marginal.codes.front())) /
                           span;
}

/// Where a range is cut by the rule as it stands in the doc comment of make_mondrian(): how many
/// values are below, the evener cut first; none: neither side of the median holds.
std::optional<std::size_t> naive_cut(const Marginal& marginal,
                                     std::uint64_t least_rows,
                                     std::size_t least_illnesses) {
    std::uint64_t rows = 0;
    for (const std::uint32_t count : marginal.counts) {
        rows += count;
    }
    std::size_t median = 0;
    std::uint64_t below = 0;
    while (2 * (below + marginal.counts[median]) < rows) {
        below += marginal.counts[median++];
    }
    const std::uint64_t with = below + marginal.counts[median];
    std::vector<std::size_t> cuts{median, median + 1};
    if (with <= rows - below) {
        std::ranges::reverse(cuts);
    }
    for (const std::size_t cut : cuts) {
        const auto middle = marginal.codes.begin() + static_cast<std::ptrdiff_t>(cut);
        const Side lower = side_of(marginal, {marginal.codes.begin(), middle});
        const Side upper = side_of(marginal, {middle, marginal.codes.end()});
        const auto holds = [&](const Side& side) {
            return side.rows >= least_rows && side.illnesses.size() >= least_illnesses;
        };
        if (holds(lower) && holds(upper)) {
            return cut;
        }
    }
    return std::nullopt;
}

void expect_as_the_naive_rule(const Problem& problem,
                              const Method& method,
                              std::uint64_t least_rows,
                              std::size_t least_illnesses) {
    const std::vector<Marginal> marginals = margins_of(problem);
    const auto division = method.divide_by_marginals(problem, marginals);
    std::vector<std::size_t> order{0, 1, 2};
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return extent_of(problem, marginals[a], a) > extent_of(problem, marginals[b], b);
    });
    for (const std::size_t attribute : order) {
        if (marginals[attribute].codes.size() < 2) {
            continue;
        }
        const auto cut = naive_cut(marginals[attribute], least_rows, least_illnesses);
        if (!cut) {
            continue;
        }
        ASSERT_TRUE(division);
        EXPECT_EQ(division->attribute, attribute);
        ASSERT_EQ(division->parts.size(), 2U);
        EXPECT_EQ(division->parts[0].size(), *cut);
        EXPECT_EQ(division->parts[0].size() + division->parts[1].size(),
                  marginals[attribute].codes.size());
        EXPECT_LT(division->parts[0].back(), division->parts[1].front());
        return;
    }
    EXPECT_FALSE(division);
}

TEST(MarginalDivision, IsThatOfTheNaiveRule) {
    Random random(5);
    const auto mondrian = make_mondrian({});
    const auto best_split = make_best_split({});
    for (int trial = 0; trial < 300; ++trial) {
        const std::string cells = random_cells(random, 10 + random.below(30));
        const Problem by_rows = problem_of(cells, "{k-anonymity: 4}");
        expect_as_the_naive_rule(by_rows, *mondrian, 4, 0);
        expect_as_the_naive_rule(by_rows, *best_split, 4, 0);
        const Problem by_values = problem_of(
            cells, "{k-anonymity: 2, l-diversity: {kind: distinct, l: 2, attribute: s}}");
        expect_as_the_naive_rule(by_values, *mondrian, 2, 2);
    }
}

TEST(MarginalDivision, OfAHierarchyIsByTheChildrenOfTheLabel) {
    const auto division_of = [](const std::string& cells) {
        const Problem problem = kanon::bind(
            test::table_of("a", cells),
            parse_policy(
                "attributes: {a: {role: quasi-identifying, hierarchy: {intervals: [10]}}}\n"
                "privacy: {k-anonymity: 2}\n",
                "p"),
            {});
        return make_mondrian({})->divide_by_marginals(problem, margins_of(problem));
    };
    const auto division = division_of("1; 2; 3; 11; 12; 13; 21; 22; 31; 32; 33");
    ASSERT_TRUE(division);
    const std::vector<std::vector<Code>> children{{0, 1, 2}, {3, 4, 5}, {6, 7}, {8, 9, 10}};
    EXPECT_EQ(division->parts, children);
    EXPECT_FALSE(division_of("1; 2; 3; 11; 12; 13; 21; 31; 32; 33"))
        << "what 21 is pooled with would keep the label above all, a star";
}

TEST(MarginalDivision, IsNotOfRelaxedClassesNorOfOtherMethods) {
    EXPECT_EQ(make_mondrian({{"partitioning", "relaxed"}})->divides_by_marginals_above(),
              std::nullopt);
    EXPECT_EQ(make_mondrian({})->divides_by_marginals_above(), std::size_t{65536});
    EXPECT_EQ(make_best_split({{"most-weighed", "100000"}})->divides_by_marginals_above(),
              std::size_t{100000});
}

}  // namespace
}  // namespace kanon::classes
