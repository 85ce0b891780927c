// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/level_tables.hpp"

#include "kanon/base/error.hpp"
#include "kanon/quality/cell_loss.hpp"

#include <bit>
#include <cmath>
#include <string>

namespace kanon {
namespace {

/// Rows per code of one attribute.
std::vector<std::uint64_t> rows_per_code(const RowTypes& types, std::size_t j, std::size_t codes) {
    std::vector<std::uint64_t> rows(codes);
    types.columns[j].visit([&](const auto column) {
        for (std::size_t type = 0; type < column.size(); ++type) {
            rows[column[type]] += types.counts[type];
        }
    });
    return rows;
}

double weight_sum(const Problem& problem) {
    double sum = 0;
    for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
        sum += qi.weight;
    }
    return sum > 0 ? sum : 1;
}

}  // namespace

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

LevelTables::LevelTables(const Problem& problem) : attributes_(problem.quasi_identifiers.size()) {
    const std::uint64_t rows = problem.row_types.row_count();
    const int unit_bits = 62 - static_cast<int>(std::bit_width(rows));
    const double unit = std::ldexp(1.0, unit_bits);
    whole_ = unit * static_cast<double>(rows);
    const double weights = weight_sum(problem);
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
        const QuasiIdentifier& qi = problem.quasi_identifiers[j];
        AttributeData& data = attributes_[j];
        fill_maps(qi.hierarchy, data);
        data.offset = level_total_;
        level_total_ += data.levels.size();
        const double scale = unit * qi.weight / weights;
        const bool one_value = qi.hierarchy.domain_size() <= 1;
        data.star_cost = one_value ? 0 : static_cast<Cost>(std::llround(scale));
        row_cost_ += data.star_cost;
        const std::vector<std::uint64_t> per_code =
            rows_per_code(problem.row_types, j, qi.hierarchy.domain_size());
        for (Level level = 0; level <= qi.hierarchy.height(); ++level) {
            LevelData& here = data.levels[level];
            for (const double loss : ncp_of_labels(qi.hierarchy, level)) {
                here.cell_cost.push_back(static_cast<Cost>(std::llround(loss * scale)));
            }
            for (Code code = 0; code < per_code.size(); ++code) {
                here.column_cost +=
                    per_code[code] * here.cell_cost[qi.hierarchy.label_of(level, code)];
            }
            if (level > 0 && here.column_cost < data.levels[level - 1U].column_cost) {
                throw Error(ErrorCode::bad_hierarchy,
                            "level " + std::to_string(level) + " loses less than the level below",
                            Where{.attribute = qi.name});
            }
        }
    }
}

double LevelTables::gcp(Cost cost) const {
    return static_cast<double>(cost) / whole_;
}

}  // namespace kanon
