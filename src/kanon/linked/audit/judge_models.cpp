// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/judge_models.hpp"

#include "kanon/base/grouped.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/privacy/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace kanon::linked::auditing {
namespace {

/// The released subject of each row of a table.
std::vector<std::uint32_t> subject_of_rows(const LinkedTables& original,
                                           const ReleasedForest& released,
                                           std::size_t place) {
    std::vector<std::uint32_t> out(released.tables[place].rows());
    for (std::uint32_t row = 0; row < out.size(); ++row) {
        out[row] = row;
        for (std::size_t t = place; original.tables[t].parent; t = *original.tables[t].parent) {
            out[row] = released.tables[t].parent_row[out[row]];
        }
    }
    return out;
}

/// Counts the values of tracked columns among rows that cannot be told apart, by subjects.
class PathCounts {
public:
    PathCounts(const LinkedTables& original, const ReleasedForest& released, std::size_t place)
        : subject_(subject_of_rows(original, released, place)) {
        const Problem& problem = original.tables[place].problem;
        const ReleasedTable& table = released.tables[place];
        for (const std::size_t tracked : problem.tracked_columns) {
            const auto at = std::ranges::find(table.original_kept, tracked);
            columns_.push_back(&table.table.column(
                table.kept[static_cast<std::size_t>(at - table.original_kept.begin())]));
            code_.push_back(
                &table.original_code[static_cast<std::size_t>(at - table.original_kept.begin())]);
        }
    }

    /// Of these rows. The view is valid until the next call.
    ClassView of(std::span<const std::uint32_t> rows) {
        std::set<std::uint32_t> subjects;
        for (const std::uint32_t row : rows) {
            subjects.insert(subject_[row]);
        }
        values_.assign(columns_.size(), {});
        counts_.assign(columns_.size(), {});
        histograms_.clear();
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            std::set<std::pair<Code, std::uint32_t>> seen;
            for (const std::uint32_t row : rows) {
                if (const auto code = (*code_[i])[columns_[i]->codes[row]]) {
                    seen.emplace(*code, subject_[row]);
                }
            }
            for (const auto& [code, subject] : seen) {
                if (values_[i].empty() || values_[i].back() != code) {
                    values_[i].push_back(code);
                    counts_[i].push_back(0);
                }
                ++counts_[i].back();
            }
            histograms_.push_back({.values = values_[i], .counts = counts_[i]});
        }
        return {.rows = subjects.size(), .histograms = histograms_};
    }

private:
    std::vector<std::uint32_t> subject_;
    std::vector<const Column*> columns_;
    std::vector<const std::vector<std::optional<Code>>*> code_;
    std::vector<std::vector<Code>> values_;
    std::vector<std::vector<std::uint32_t>> counts_;
    std::vector<HistogramView> histograms_;
};

Proof begun(const LinkedTable& table, const PrivacyModel& model) {
    return {.model = std::string(model.name()),
            .describe = model.describe() + " in '" + table.name + "'",
            .required = model.required(),
            .achieved = model.required(),
            .holds = true,
            .more_is_better = model.more_is_better(),
            .is_strict = model.is_strict()};
}

/// Take what one class achieves into the worst so far.
void take_worst(const PrivacyModel& model, const ClassView& view, bool is_first, Proof& proof) {
    const double achieved = model.achieved(view);
    const bool is_worse =
        model.more_is_better() ? achieved < proof.achieved : achieved > proof.achieved;
    proof.achieved = is_first || is_worse ? achieved : proof.achieved;
    proof.holds = proof.holds && model.holds(view);
}

/// Judge one model of a table in each of its paths, whose rows stand side by side.
Proof judge_model(const LinkedTable& table,
                  std::size_t place,
                  const PrivacyModel& model,
                  const Grouped<>& rows,
                  PathCounts& counts,
                  FaultLog& log) {
    Proof proof = begun(table, model);
    for (std::size_t path = 0; path < rows.size(); ++path) {
        const ClassView view = counts.of(rows.of(path));
        take_worst(model, view, path == 0, proof);
        if (!model.holds(view)) {
            log.add({.row = rows.of(path).front() + std::uint64_t{1}, .place = place},
                    model.name(),
                    "",
                    [&] {
                        return fmt::format("table '{}': {} breaks in the class of the row",
                                           table.name,
                                           model.describe());
                    });
        }
    }
    return proof;
}

}  // namespace

void judge_models(const LinkedTables& original,
                  const ReleasedForest& released,
                  const SubjectForms& forms,
                  FaultLog& log,
                  ModelVerdicts& verdicts) {
    for (std::size_t t = 0; t < original.tables.size(); ++t) {
        const LinkedTable& table = original.tables[t];
        PathCounts counts(original, released, t);
        const auto rows = grouped_items(released.tables[t].rows(), forms.paths[t], [&](auto row) {
            return forms.path_of_row[t][row];
        });
        for (std::size_t m = 1; m < table.problem.models.size(); ++m) {
            Proof proof = judge_model(table, t, *table.problem.models[m], rows, counts, log);
            if (proof.holds) {
                verdicts.checks.push_back(
                    fmt::format("{} holds, counted by subjects, in each of {}",
                                proof.describe,
                                count_text(rows.size(), "class")));
            }
            verdicts.proofs.push_back(std::move(proof));
        }
    }
}

}  // namespace kanon::linked::auditing
