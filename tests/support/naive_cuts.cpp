// SPDX-License-Identifier: Apache-2.0
#include "support/naive_cuts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <variant>

namespace kanon::test {
namespace {

std::size_t part_of(const domain_cut::DomainCut& cut, domain_cut::Rank rank) {
    return static_cast<std::size_t>(std::upper_bound(cut.begin(), cut.end(), rank) - cut.begin());
}

bool group_holds(const Problem& problem, const std::vector<std::size_t>& rows) {
    std::vector<std::vector<Code>> values;
    std::vector<std::vector<std::uint32_t>> counts;
    for (const std::size_t column : problem.tracked_columns) {
        std::map<Code, std::uint32_t> counted;
        for (const std::size_t row : rows) {
            ++counted[problem.judged().column(column).codes[row]];
        }
        values.emplace_back();
        counts.emplace_back();
        for (const auto& [value, count] : counted) {
            values.back().push_back(value);
            counts.back().push_back(count);
        }
    }
    std::vector<HistogramView> views;
    for (std::size_t i = 0; i < values.size(); ++i) {
        views.push_back({.values = values[i], .counts = counts[i]});
    }
    return all_hold(problem.models, {.rows = rows.size(), .histograms = views});
}

}  // namespace

JudgedCuts judge_cuts(const Problem& problem,
                      const std::vector<domain_cut::OrderedDomain>& domains,
                      const std::vector<domain_cut::DomainCut>& cuts) {
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> groups;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        std::vector<std::size_t> key;
        for (std::size_t j = 0; j < cuts.size(); ++j) {
            const std::size_t column = problem.columns[j];
            const Code code = problem.table.column(column).codes[row];
            key.push_back(part_of(cuts[j], domains[j].rank_of(code)));
        }
        groups[key].push_back(row);
    }
    JudgedCuts out;
    for (const auto& [key, rows] : groups) {
        out.rows += rows.size();
        if (!group_holds(problem, rows)) {
            out.failing += rows.size();
        } else {
            out.least = out.classes++ == 0 ? rows.size() : std::min(out.least, rows.size());
        }
    }
    out.released = out.failing <= problem.suppression_limit && out.classes > 0;
    return out;
}

std::vector<domain_cut::RankRun> children_of(const domain_cut::OrderedDomain& domain,
                                             domain_cut::RankRun run) {
    for (Level level = domain.greatest_level();; --level) {
        std::vector<domain_cut::RankRun> runs;
        for (domain_cut::Rank rank = run.first; rank <= run.last; rank = runs.back().last + 1) {
            runs.push_back(domain.label_run(level, rank));
        }
        if (runs.size() > 1) {
            return runs;
        }
        if (level == domain.least_level()) {
            return {};
        }
    }
}

void expect_cut_by(const Problem& problem,
                   const std::vector<domain_cut::OrderedDomain>& domains,
                   const Outcome& outcome,
                   const std::vector<domain_cut::DomainCut>& cuts) {
    ASSERT_TRUE(outcome.recoding.has_value());
    const auto& recoding = std::get<GlobalRecoding>(*outcome.recoding);
    for (std::size_t j = 0; j < cuts.size(); ++j) {
        EXPECT_EQ(recoding.attributes[j].value_of_code,
                  domain_cut::part_of_code(domains[j], cuts[j]))
            << problem.quasi_identifiers[j].name;
    }
}

}  // namespace kanon::test
