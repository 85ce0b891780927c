// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/judge_models.hpp"

#include "kanon/base/grouped.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/linked/schema/counted.hpp"
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

/// Counts the values of tracked columns among some rows.
class ValueCounts {
public:
    ValueCounts(const LinkedTables& original,
                const ReleasedForest& released,
                std::size_t place,
                const std::vector<std::uint32_t>& subject)
        : subject_(subject) {
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
    ClassView of(std::span<const std::uint32_t> rows, Counted counted) {
        const bool by_rows = counted == Counted::rows;
        std::set<std::uint32_t> subjects;
        for (const std::uint32_t row : rows) {
            subjects.insert(subject_[row]);
        }
        values_.assign(columns_.size(), {});
        counts_.assign(columns_.size(), {});
        histograms_.clear();
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            std::set<std::pair<Code, std::uint32_t>> seen;  // by row, or by subject
            for (const std::uint32_t row : rows) {
                if (const auto code = (*code_[i])[columns_[i]->codes[row]]) {
                    seen.emplace(*code, by_rows ? row : subject_[row]);
                }
            }
            for (const auto& [code, of] : seen) {
                if (values_[i].empty() || values_[i].back() != code) {
                    values_[i].push_back(code);
                    counts_[i].push_back(0);
                }
                ++counts_[i].back();
            }
            histograms_.push_back({.values = values_[i], .counts = counts_[i]});
        }
        return {.rows = by_rows ? rows.size() : subjects.size(), .histograms = histograms_};
    }

private:
    const std::vector<std::uint32_t>& subject_;
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

/// Rows that a model judges together, side by side.
struct JudgedRows {
    Grouped<> of_path;
    Grouped<> of_class;  ///< rows of the table of subjects of one class

    [[nodiscard]] const Grouped<>& by(Counted counted) const {
        return counted == Counted::subjects_over_all_rows ? of_class : of_path;
    }
};

JudgedRows judged_rows(const ReleasedForest& released,
                       const SubjectForms& forms,
                       std::size_t place,
                       const std::vector<std::uint32_t>& subject) {
    const std::size_t rows = released.tables[place].rows();
    return {.of_path = grouped_items(
                rows, forms.paths[place], [&](auto row) { return forms.path_of_row[place][row]; }),
            .of_class = grouped_items(rows, forms.paths.front(), [&](auto row) {
                return forms.path_of_row.front()[subject[row]];
            })};
}

/// Judge one model of a table in each group of rows.
Proof judge_model(const LinkedTable& table,
                  std::size_t place,
                  const PrivacyModel& model,
                  const JudgedRows& judged,
                  ValueCounts& counts,
                  FaultLog& log) {
    Proof proof = begun(table, model);
    const Counted counted = counted_by(model);
    const Grouped<>& rows = judged.by(counted);
    bool is_first = true;
    for (std::size_t group = 0; group < rows.size(); ++group) {
        if (rows.of(group).empty()) {
            continue;  // subjects without a row of the table
        }
        const ClassView view = counts.of(rows.of(group), counted);
        take_worst(model, view, std::exchange(is_first, false), proof);
        if (!model.holds(view)) {
            log.add({.row = rows.of(group).front() + std::uint64_t{1}, .place = place},
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

/// What a model that holds was held against.
std::string check_line(const Proof& proof, const PrivacyModel& model, const Grouped<>& rows) {
    std::size_t classes = 0;
    for (std::size_t group = 0; group < rows.size(); ++group) {
        classes += rows.of(group).empty() ? 0U : 1U;
    }
    const char* counted = "counted by subjects";
    if (counted_by(model) == Counted::rows) {
        counted = "each subject with the same weight";
    } else if (counted_by(model) == Counted::subjects_over_all_rows) {
        counted = "counted by subjects over all their rows";
    }
    return fmt::format(
        "{} holds, {}, in each of {}", proof.describe, counted, count_text(classes, "class"));
}

}  // namespace

void judge_models(const LinkedTables& original,
                  const ReleasedForest& released,
                  const SubjectForms& forms,
                  FaultLog& log,
                  ModelVerdicts& verdicts) {
    for (std::size_t t = 0; t < original.tables.size(); ++t) {
        const LinkedTable& table = original.tables[t];
        if (table.problem.models.size() <= 1) {
            continue;
        }
        const std::vector<std::uint32_t> subject = subject_of_rows(original, released, t);
        ValueCounts counts(original, released, t, subject);
        const JudgedRows judged = judged_rows(released, forms, t, subject);
        for (std::size_t m = 1; m < table.problem.models.size(); ++m) {
            const PrivacyModel& model = *table.problem.models[m];
            Proof proof = judge_model(table, t, model, judged, counts, log);
            if (proof.holds) {
                verdicts.checks.push_back(check_line(proof, model, judged.by(counted_by(model))));
            }
            verdicts.proofs.push_back(std::move(proof));
        }
    }
}

}  // namespace kanon::linked::auditing
