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

/// A quasi-identifier's cell of a row: its value, and those that it may stand for as released.
struct NaiveCell {
    std::string value;
    Values meaning;
    double lm = 0;
};

/// By row and quasi-identifier.
std::vector<std::vector<NaiveCell>> naive_cells(const Problem& problem,
                                                const NaiveJudge& judge,
                                                const TextRows& rows) {
    const TextRows originals = text_rows(problem.table, problem.columns);
    std::vector<std::vector<NaiveCell>> out(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t j = 0; j < problem.columns.size(); ++j) {
            const std::string& text = rows[row][judge.released_place[j]];
            NaiveCell& cell = out[row].emplace_back();
            cell.value = originals[row][j];
            cell.meaning = judge.domains[j].meaning(text).value();
            cell.lm = judge.domains[j].lm(text);
        }
    }
    return out;
}

/// Bits lost of all that may be.
double naive_entropy(const Problem& problem, const std::vector<std::vector<NaiveCell>>& cells) {
    double lost = 0;
    double most = 0;
    for (std::size_t j = 0; j < problem.columns.size(); ++j) {
        for (const auto& row : cells) {
            double own = 0;
            double covered = 0;
            for (const auto& other : cells) {
                own += other[j].value == row[j].value ? 1 : 0;
                covered += row[j].meaning.contains(other[j].value) ? 1 : 0;
            }
            const double weight = problem.quasi_identifiers[j].weight;
            lost += weight * std::log2(covered / own);
            most += weight * std::log2(static_cast<double>(cells.size()) / own);
        }
    }
    return most > 0 ? lost / most : 0;
}

/// sum P ln (P / Q) over the distinct rows of the original.
double naive_divergence(const std::vector<std::vector<NaiveCell>>& cells) {
    std::map<std::vector<std::string>, double> originals;
    for (const auto& row : cells) {
        std::vector<std::string> key;
        for (const NaiveCell& cell : row) {
            key.push_back(cell.value);
        }
        ++originals[key];
    }
    double sum = 0;
    for (const auto& [key, rows] : originals) {
        double released = 0;
        for (const auto& row : cells) {
            double share = 1;
            for (std::size_t j = 0; j < key.size(); ++j) {
                share *= row[j].meaning.contains(key[j])
                             ? 1 / static_cast<double>(row[j].meaning.size())
                             : 0;
            }
            released += share;
        }
        sum += rows / static_cast<double>(cells.size()) * std::log(rows / released);
    }
    return sum;
}

/// What the field names, from texts alone. \pre the gs-factor is 0.5: all cells count whole
FieldLosses naive_field(const Problem& problem, const NaiveJudge& judge, const TextRows& rows) {
    const auto cells = naive_cells(problem, judge, rows);
    FieldLosses out;
    out.entropy = naive_entropy(problem, cells);
    out.kl_divergence = naive_divergence(cells);
    out.ambiguity = 0;
    for (const auto& row : cells) {
        double combinations = 1;
        for (const NaiveCell& cell : row) {
            combinations *= static_cast<double>(cell.meaning.size());
        }
        out.ambiguity += combinations / static_cast<double>(cells.size());
    }
    out.loss = 0;
    double product = 1;
    double weights = 0;
    for (const double weight : judge.weights) {
        weights += weight;
    }
    for (std::size_t j = 0; j < judge.weights.size(); ++j) {
        double lost = 0;
        for (const auto& row : cells) {
            lost += row[j].lm / static_cast<double>(cells.size());
        }
        out.loss += judge.weights[j] / weights * lost;
        product *= std::pow(1 + lost, judge.weights[j] / weights);
    }
    out.loss_geometric = product - 1;
    return out;
}

/// True if it is one of those that are measured only where they are asked for.
bool is_of_field(Objective objective) {
    return objective >= Objective::entropy;
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
    if (is_of_field(problem.objective)) {
        facts.field = naive_field(problem, judge, rows);
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
