// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/class_models.hpp"

#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::linked {

ClassModels::ClassModels(const LinkedTables& tables) : tables_(tables) {
    for (const LinkedTable& table : tables.tables) {
        is_k_alone_ = is_k_alone_ && table.problem.models.size() <= 1;
        auto& by_counted = models_.emplace_back();
        for (const auto& model : table.problem.models) {
            by_counted[static_cast<std::size_t>(counted_by(*model))].push_back(model);
        }
    }
}

/// Rows of one class with the member that each is of, by its place in the class.
struct ClassModels::OwnedRows {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> members;
};

/// True if the models of the table that count this way hold for the rows.
bool ClassModels::rows_hold(std::size_t table, const OwnedRows& of, Counted counted) const {
    const PrivacyModels& models = models_[table][static_cast<std::size_t>(counted)];
    if (models.empty() || of.rows.empty()) {
        return true;
    }
    const Problem& problem = tables_.tables[table].problem;
    std::vector<std::vector<Code>> values;
    std::vector<std::vector<std::uint32_t>> counts;
    std::vector<std::pair<Code, std::uint32_t>> all;
    for (const std::size_t column : problem.tracked_columns) {
        const CodeVector& codes = problem.judged().column(column).codes;
        all.clear();
        for (std::size_t i = 0; i < of.rows.size(); ++i) {
            all.emplace_back(codes[of.rows[i]], of.members[i]);
        }
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        std::vector<Code>& distinct = values.emplace_back();
        std::vector<std::uint32_t>& count = counts.emplace_back();
        for (const auto& [code, member] : all) {
            if (distinct.empty() || distinct.back() != code) {
                distinct.push_back(code);
                count.push_back(0);
            }
            ++count.back();
        }
    }
    std::vector<HistogramView> histograms;
    for (std::size_t i = 0; i < values.size(); ++i) {
        histograms.push_back({.values = values[i], .counts = counts[i]});
    }
    const std::uint64_t members = *std::ranges::max_element(of.members) + std::uint64_t{1};
    return all_hold(models, {.rows = members, .histograms = histograms});
}

bool ClassModels::row_holds(std::size_t table,
                            const TemplateRow& row,
                            std::vector<OwnedRows>& all) const {
    // A row of the common tree is one row of each member, so that rows are subjects.
    OwnedRows own;
    own.rows = row.rows;
    own.members.resize(row.rows.size());
    std::iota(own.members.begin(), own.members.end(), 0U);
    if (!rows_hold(table, own, Counted::subjects) || !rows_hold(table, own, Counted::rows)) {
        return false;
    }
    OwnedRows& of_table = all[table];
    of_table.rows.insert(of_table.rows.end(), own.rows.begin(), own.rows.end());
    of_table.members.insert(of_table.members.end(), own.members.begin(), own.members.end());
    const std::vector<std::size_t>& children = tables_.tables[table].children;
    for (std::size_t c = 0; c < children.size(); ++c) {
        for (const TemplateRow& below : row.children[c]) {
            if (!row_holds(children[c], below, all)) {
                return false;
            }
        }
    }
    return true;
}

bool ClassModels::holds(const ClassTemplate& of) const {
    if (is_k_alone_) {
        return of.size() >= tables_.k;
    }
    std::vector<OwnedRows> all(tables_.tables.size());
    if (!row_holds(0, of.root, all)) {
        return false;
    }
    for (std::size_t table = 0; table < all.size(); ++table) {
        if (!rows_hold(table, all[table], Counted::subjects_over_all_rows)) {
            return false;
        }
    }
    return true;
}

}  // namespace kanon::linked
