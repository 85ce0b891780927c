// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes.hpp"

#include "kanon/audit/columns.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/table/row_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

/// The rows whose classes are judged: released cells beside the tracked cells of their originals.
/// Where row i stands for row i, suppressed rows stay in: they are row types that are skipped, and
/// nothing is copied.
struct GroupedRows {
    bool rows_are_all = false;
    std::vector<std::uint32_t> rows;  ///< else the released row of each
    bool originals_known = true;      ///< else no column is tracked
    RowTypes types;

    [[nodiscard]] std::size_t row(std::size_t place) const {
        return rows_are_all ? place : rows[place];
    }
};

std::vector<std::uint32_t> rows_in_classes(const Evidence& evidence) {
    std::vector<std::uint32_t> rows;
    rows.reserve(evidence.released_rows());
    for (std::size_t row = 0; row < evidence.released_rows(); ++row) {
        if (!evidence.is_suppressed(row)) {
            rows.push_back(static_cast<std::uint32_t>(row));
        }
    }
    return rows;
}

/// Gathers columns whose cells stand side by side, at the same places of both tables.
class TableMaker {
public:
    void add(const std::shared_ptr<const Column>& column, const std::vector<std::uint32_t>* rows) {
        const std::string name = std::to_string(columns_.size());
        if (rows != nullptr) {
            columns_.push_back(gather(*column, name, *rows));
        } else if (std::find(names_.begin(), names_.end(), column->name) == names_.end()) {
            columns_.push_back(column);
        } else {
            auto renamed = std::make_shared<Column>(*column);
            renamed->name += " (original)";
            columns_.push_back(std::move(renamed));
        }
        names_.push_back(columns_.back()->name);
    }

    [[nodiscard]] std::size_t size() const { return columns_.size(); }

    [[nodiscard]] Table finish(std::size_t rows) { return {std::move(columns_), rows}; }

private:
    std::vector<std::shared_ptr<const Column>> columns_;
    std::vector<std::string> names_;
};

GroupedRows group_rows(const Evidence& evidence, const Pairing& pairing) {
    const Table& original = evidence.problem->table;
    const Table& released = evidence.release->table;
    GroupedRows grouped;
    const bool all = pairing.is_identity() && evidence.released_rows() == evidence.original_rows();
    TableMaker maker;
    std::vector<std::uint32_t> original_rows;
    if (!all) {
        grouped.rows = rows_in_classes(evidence);
        for (const std::uint32_t row : grouped.rows) {
            original_rows.push_back(pairing[row]);
            grouped.originals_known = grouped.originals_known && pairing[row] != kNone;
        }
    }
    for (const RecodedColumn& column : evidence.recoded) {
        maker.add(released.shared_column(*released.find(column.released().name)),
                  all ? nullptr : &grouped.rows);
    }
    const std::size_t recoded = maker.size();
    if (grouped.originals_known) {
        for (const std::size_t column : evidence.problem->tracked) {
            maker.add(original.shared_column(column), all ? nullptr : &original_rows);
        }
    }
    const std::size_t columns = maker.size();
    const Table table = maker.finish(all ? evidence.released_rows() : grouped.rows.size());
    grouped.rows_are_all = all;
    grouped.types =
        make_row_types(table, places(0, recoded), places(recoded, columns), evidence.threads);
    return grouped;
}

/// What one slice of the classes proves; slices are put together in their order.
struct SliceFindings {
    std::uint64_t classes = 0;
    std::vector<std::optional<double>> worst;  ///< per model

    struct Broken {
        std::uint32_t type = 0;
        std::size_t model = 0;
        double achieved = 0;
    };

    std::vector<Broken> broken;
};

bool is_suppressed_type(const Evidence& evidence, const RowTypes& types, std::size_t type) {
    if (evidence.suppressed.empty()) {
        return false;
    }
    for (std::size_t j = 0; j < evidence.recoded.size(); ++j) {
        if (!evidence.recoded[j].is_star(types.columns[j][type])) {
            return false;
        }
    }
    return true;
}

/// The views of the histograms of one class.
void fill_views(const RowTypes& types, std::size_t type, std::vector<HistogramView>& views) {
    for (std::size_t j = 0; j < types.histograms.size(); ++j) {
        const Histograms& all = types.histograms[j];
        const std::size_t begin = all.offsets[type];
        const std::size_t size = all.offsets[type + 1] - begin;
        views[j] = {.values = std::span(all.values).subspan(begin, size),
                    .counts = std::span(all.counts).subspan(begin, size)};
    }
}

SliceFindings judge_slice(const Evidence& evidence,
                          const GroupedRows& grouped,
                          const std::vector<bool>& checked,
                          std::size_t begin,
                          std::size_t end) {
    const PrivacyModels& models = evidence.problem->models;
    const RowTypes& types = grouped.types;
    SliceFindings out;
    out.worst.resize(models.size());
    std::vector<HistogramView> views(types.histograms.size());
    for (std::size_t type = begin; type < end; ++type) {
        if (is_suppressed_type(evidence, types, type)) {
            continue;
        }
        ++out.classes;
        fill_views(types, type, views);
        const ClassView view{.rows = types.counts[type], .histograms = views};
        for (std::size_t i = 0; i < models.size(); ++i) {
            if (!checked[i]) {
                continue;
            }
            const PrivacyModel& model = *models[i];
            const double achieved = model.achieved(view);
            std::optional<double>& worst = out.worst[i];
            const bool is_worse =
                !worst || (model.more_is_better() ? achieved < *worst : achieved > *worst);
            worst = is_worse ? achieved : *worst;
            if (!model.holds(view)) {
                out.broken.push_back(
                    {.type = static_cast<std::uint32_t>(type), .model = i, .achieved = achieved});
            }
        }
    }
    return out;
}

/// The first released row of each broken class.
std::vector<std::uint64_t> first_rows(const GroupedRows& grouped,
                                      const std::vector<SliceFindings>& slices) {
    std::vector<std::uint64_t> first(grouped.types.size(), kNone);
    std::vector<bool> is_broken(grouped.types.size());
    bool any = false;
    for (const SliceFindings& slice : slices) {
        for (const SliceFindings::Broken& broken : slice.broken) {
            is_broken[broken.type] = true;
            any = true;
        }
    }
    if (any) {
        for (std::size_t place = grouped.types.row_count(); place-- > 0;) {
            if (const std::uint32_t type = grouped.types.type_of_row[place]; is_broken[type]) {
                first[type] = grouped.row(place);
            }
        }
    }
    return first;
}

/// A figure as people write it: counts whole, other figures to four digits after the point.
std::string figure(double value) {
    const bool is_count = value >= 0 && value < 1e15 && std::floor(value) == value;
    return is_count ? count_text(static_cast<std::uint64_t>(value)) : fmt::format("{:.4f}", value);
}

void report_broken(const Evidence& evidence,
                   const GroupedRows& grouped,
                   const std::vector<SliceFindings>& slices,
                   FaultLog& log) {
    const Table& original = evidence.problem->table;
    const std::vector<std::uint64_t> first = first_rows(grouped, slices);
    for (const SliceFindings& slice : slices) {
        for (const SliceFindings::Broken& broken : slice.broken) {
            const PrivacyModel& model = *evidence.problem->models[broken.model];
            const auto tracked = model.tracked();
            const std::string attribute =
                tracked ? original.column(evidence.problem->tracked[*tracked]).name : "";
            log.add(
                {.row = first[broken.type] + 1, .place = original.column_count() + broken.model},
                model.name(),
                attribute,
                [&] {
                    return fmt::format("the class of this row has {} of {} that {} requires",
                                       figure(broken.achieved),
                                       figure(model.required()),
                                       model.describe());
                });
        }
    }
}

Proof proof_of(const PrivacyModel& model) {
    return {.model = std::string(model.name()),
            .describe = model.describe(),
            .required = model.required(),
            .achieved = model.required(),
            .holds = true};
}

/// Put the slices' worst figures together.
ClassFindings summarize(const PrivacyModels& models,
                        const std::vector<SliceFindings>& slices,
                        const std::vector<bool>& checked) {
    ClassFindings out;
    for (const SliceFindings& slice : slices) {
        out.classes += slice.classes;
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        const PrivacyModel& model = *models[i];
        Proof proof = proof_of(model);
        std::optional<double> worst;
        for (const SliceFindings& slice : slices) {
            if (i < slice.worst.size() && slice.worst[i]) {
                const double figure_of_slice = *slice.worst[i];
                const bool is_worse = !worst || (model.more_is_better() ? figure_of_slice < *worst
                                                                        : figure_of_slice > *worst);
                worst = is_worse ? figure_of_slice : *worst;
            }
            for (const SliceFindings::Broken& broken : slice.broken) {
                proof.holds = proof.holds && broken.model != i;
            }
        }
        proof.achieved = worst.value_or(proof.achieved);
        if (!checked[i]) {
            proof.holds = false;
            proof.achieved = 0;
            out.not_checked.push_back(proof.describe);
        }
        out.proofs.push_back(std::move(proof));
    }
    return out;
}

}  // namespace

ClassFindings judge_classes(const Evidence& evidence, const Pairing& pairing, FaultLog& log) {
    const PrivacyModels& models = evidence.problem->models;
    const GroupedRows grouped = group_rows(evidence, pairing);
    std::vector<bool> checked;
    for (const auto& model : models) {
        checked.push_back(grouped.originals_known || !model->tracked());
    }
    std::vector<SliceFindings> slices(part_count(grouped.types.size()));
    parallel_parts(grouped.types.size(),
                   slices.size(),
                   evidence.threads,
                   [&](std::size_t part, std::size_t begin, std::size_t end) {
                       slices[part] = judge_slice(evidence, grouped, checked, begin, end);
                   });
    report_broken(evidence, grouped, slices, log);
    return summarize(models, slices, checked);
}

}  // namespace kanon::auditing
