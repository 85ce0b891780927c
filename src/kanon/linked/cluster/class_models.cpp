// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/class_models.hpp"

#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <utility>

namespace kanon::linked {

ClassModels::ClassModels(const LinkedTables& tables) : tables_(tables) {
    for (const LinkedTable& table : tables.tables) {
        is_k_alone_ = is_k_alone_ && table.problem.models.size() <= 1;
    }
}

bool ClassModels::rows_hold(std::size_t table, std::span<const std::uint32_t> rows) const {
    const Problem& problem = tables_.tables[table].problem;
    std::vector<std::vector<Code>> values;
    std::vector<std::vector<std::uint32_t>> counts;
    for (const std::size_t column : problem.tracked_columns) {
        const CodeVector& codes = problem.judged().column(column).codes;
        std::vector<Code> all;
        for (const std::uint32_t row : rows) {
            all.push_back(codes[row]);
        }
        std::ranges::sort(all);
        std::vector<Code>& distinct = values.emplace_back();
        std::vector<std::uint32_t>& count = counts.emplace_back();
        for (const Code code : all) {
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
    return all_hold(problem.models, {.rows = rows.size(), .histograms = histograms});
}

bool ClassModels::row_holds(std::size_t table, const TemplateRow& row) const {
    if (!rows_hold(table, row.rows)) {
        return false;
    }
    const std::vector<std::size_t>& children = tables_.tables[table].children;
    for (std::size_t c = 0; c < children.size(); ++c) {
        for (const TemplateRow& below : row.children[c]) {
            if (!row_holds(children[c], below)) {
                return false;
            }
        }
    }
    return true;
}

bool ClassModels::holds(const ClassTemplate& of) const {
    return is_k_alone_ ? of.size() >= tables_.k : row_holds(0, of.root);
}

}  // namespace kanon::linked
