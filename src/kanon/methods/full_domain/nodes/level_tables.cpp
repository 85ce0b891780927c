// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/level_tables.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <string>

namespace kanon::full_domain {
void LevelTables::fill_maps(const Hierarchy& hierarchy, AttributeData& data) {
    const std::size_t levels = std::size_t{hierarchy.height()} + 1;
    data.levels.resize(levels);
    for (std::size_t from = 0; from < levels; ++from) {
        auto& up = data.levels[from].up;
        const auto level = static_cast<Level>(from);
        up.emplace_back(hierarchy.label_count(level));
        for (Code label = 0; label < up[0].size(); ++label) {
            up[0][label] = label;
        }
        for (std::size_t to = from + 1; to < levels; ++to) {
            std::vector<Code> next = up.back();
            for (Code& label : next) {
                label = hierarchy.parent(static_cast<Level>(to - 1), label);
            }
            up.push_back(std::move(next));
        }
    }
}

void LevelTables::fill_costs(const Task& task, CellMeasure measure, std::size_t attribute) {
    const QuasiIdentifier& qi = task.quasi_identifiers[attribute];
    AttributeData& data = attributes_[attribute];
    const std::vector<std::uint64_t> per_code = task.rows_per_code(attribute);
    for (Level level = 0; level <= qi.hierarchy.height(); ++level) {
        LevelData& here = data.levels[level];
        here.cell_cost = scale_.labels(attribute, level);
        here.greatest_cost = *std::ranges::max_element(here.cell_cost);
        for (Code label = 0; measure == CellMeasure::combinations && label < here.cell_cost.size();
             ++label) {
            here.values.push_back(static_cast<double>(qi.hierarchy.cover_count(level, label)));
        }
        for (Code code = 0; code < per_code.size(); ++code) {
            here.column_cost += per_code[code] * here.cell_cost[qi.hierarchy.label_of(level, code)];
        }
        if (level > 0 && here.column_cost < data.levels[level - 1U].column_cost) {
            throw Error(ErrorCode::bad_hierarchy,
                        "level " + std::to_string(level) + " loses less than the level below",
                        Where{.attribute = qi.name});
        }
    }
}

LevelTables::LevelTables(const Task& task, CellMeasure measure, unsigned threads)
    : scale_(task, measure), attributes_(task.quasi_identifiers.size()) {
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
        fill_maps(task.quasi_identifiers[j].hierarchy, attributes_[j]);
        attributes_[j].offset = level_total_;
        level_total_ += attributes_[j].levels.size();
    }
    parallel_for(attributes_.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            fill_costs(task, measure, j);
        }
    });
}

}  // namespace kanon::full_domain
