// SPDX-License-Identifier: Apache-2.0
#include "judged.hpp"

#include "support/naive_domain.hpp"
#include "support/outcomes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace kanon::test {
namespace {

/// The release with a row of stars wherever a row was left out.
TextRows with_dropped_rows(const Problem& problem, const Release& release) {
    TextRows rows = texts(release);
    if (rows.size() == problem.table.row_count()) {
        return rows;
    }
    TextRows all(problem.table.row_count(), TextRow(release.table.column_count(), "*"));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all[release.original_row[i]] = std::move(rows[i]);
    }
    return all;
}

/// Rows among these whose class label is not their most frequent one.
std::size_t naive_minority(const Problem& problem, const std::vector<std::size_t>& rows) {
    const Column& labels = problem.table.column(problem.class_attribute.value());
    std::map<std::string, std::size_t> counted;
    std::size_t most = 0;
    for (const std::size_t row : rows) {
        most = std::max(most, ++counted[std::string(labels.text(row))]);
    }
    return rows.size() - most;
}

/// The objective's value, from the texts of a release and, where it speaks of levels, the node.
double naive_value(const Problem& problem,
                   const NaiveJudge& judge,
                   const Outcome& outcome,
                   const TextRows& rows) {
    LossFacts facts{.rows = rows.size(),
                    .suppressed_rows = judge.auditor.suppressed_count(rows),
                    .k = problem.k,
                    .gcp = naive_gcp(judge, rows),
                    .attributes = static_cast<double>(problem.quasi_identifiers.size()),
                    .lm = naive_lm(judge, rows),
                    .minority_rows = 0};
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        for (const TextRow& row : rows) {
            facts.stars += row[j] == "*" ? attribute.weight : 0;
        }
    }
    for (const auto& [key, members] : judge.auditor.classes(rows)) {
        ++facts.classes;
        facts.squared_sizes += std::pow(static_cast<double>(members.size()), 2);
        *facts.minority_rows += naive_minority(problem, members);
    }
    if (const auto* global = std::get_if<GlobalRecoding>(&outcome.recoding.value());
        global != nullptr && global->node) {
        for (std::size_t j = 0; j < global->node->size(); ++j) {
            const double level = (*global->node)[j];
            facts.height += level;
            facts.relative_height += level / problem.quasi_identifiers[j].hierarchy.height();
        }
    }
    return objective_value(problem.objective, facts);
}

std::string lines(const TextRows& rows) {
    std::string out;
    for (const TextRow& row : rows) {
        for (const std::string& cell : row) {
            out += cell + " | ";
        }
        out += "\n";
    }
    return out;
}

}  // namespace

TextRows texts(const Release& release) {
    std::vector<std::size_t> columns(release.table.column_count());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return text_rows(release.table, columns);
}

void expect_judged_good(const Problem& problem,
                        const Outcome& outcome,
                        const std::vector<NaiveModel>& models) {
    const Release release = release_of(problem, outcome);
    const AuditReport report = audited(problem, release);
    const NaiveJudge judge = naive_judge(problem, models);
    const TextRows rows = with_dropped_rows(problem, release);
    if (!report.candidates) {
        EXPECT_EQ(judge.auditor.faults(rows), std::multiset<std::string>{}) << lines(rows);
        EXPECT_TRUE(judge.auditor.passes(texts(release), false));
        EXPECT_EQ(report.measures.classes, judge.auditor.classes(rows).size());
    }
    const double scale = 1e-9 * (1 + std::abs(outcome.loss));
    EXPECT_NEAR(outcome.loss, naive_value(problem, judge, outcome, rows), scale) << lines(rows);
    EXPECT_NEAR(report.measures.gcp, naive_gcp(judge, rows), 1e-9);
    EXPECT_NEAR(report.measures.lm, naive_lm(judge, rows), 1e-9);
    EXPECT_EQ(report.measures.suppressed_rows, judge.auditor.suppressed_count(rows));
    if (outcome.lower_bound) {
        EXPECT_LE(*outcome.lower_bound, outcome.loss);
    }
}

}  // namespace kanon::test
