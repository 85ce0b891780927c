// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/cell_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kanon::cell_suppression {

CostUnit CostUnit::of(std::span<const StarCost> costs, StarCost star_cost) {
    constexpr StarCost kFinest = 100'000;  // units of a starred row
    StarCost common = star_cost;
    for (const StarCost cost : costs) {
        common = std::gcd(common, cost);
    }
    if (common == 0) {
        return {};
    }
    if (star_cost / common > kFinest) {
        return {.size = static_cast<double>(star_cost) / kFinest, .whole = false};
    }
    return {.size = static_cast<double>(common), .whole = true};
}

CellProgram::CellProgram(const AssignmentTask& task, CostUnit unit) : task_(task), unit_(unit) {
    add_types();
    for (const std::uint32_t cell : task_.classes) {
        add_class(cell);
    }
    limit_starred();
}

double CellProgram::saving(std::uint32_t cell) const {
    return (static_cast<double>(task_.cells->costs[cell]) - static_cast<double>(task_.star_cost)) /
           unit_.size;
}

std::uint32_t CellProgram::row_of(std::uint32_t type) const {
    const auto at = std::lower_bound(task_.types.begin(), task_.types.end(), type);
    return static_cast<std::uint32_t>(at - task_.types.begin());
}

/// One row for each type: its rows are in classes, all of them where none may be starred.
void CellProgram::add_types() {
    for (const std::uint32_t type : task_.types) {
        const double count = task_.counts[type];
        model_.add_row({.lower = task_.starred.most == 0 ? count : 0, .upper = count});
        rows_ += count;
    }
}

void CellProgram::add_class(std::uint32_t cell) {
    const bool all_or_none = task_.cells->rows[cell] == task_.least_rows;
    const std::uint32_t use = model_.add_column({.upper = 1, .integer = true});
    use_.push_back(use);
    if (!all_or_none) {
        add_shares(cell, use);
        return;
    }
    model_.columns[use].cost = saving(cell) * static_cast<double>(task_.least_rows);
    for (const std::uint32_t type : task_.cells->of(cell)) {
        model_.add_entry(row_of(type), use, task_.counts[type]);
    }
}

void CellProgram::add_shares(std::uint32_t cell, std::uint32_t use) {
    const std::uint32_t enough = model_.add_row({.lower = 0});
    model_.add_entry(enough, use, -static_cast<double>(task_.least_rows));
    const std::uint32_t none_unless_used = model_.add_row({.upper = 0});
    model_.add_entry(none_unless_used, use, -static_cast<double>(task_.cells->rows[cell]));
    for (const std::uint32_t type : task_.cells->of(cell)) {
        const double count = task_.counts[type];
        const std::uint32_t share = model_.add_column({.upper = count, .cost = saving(cell)});
        model_.add_entry(row_of(type), share, 1);
        model_.add_entry(enough, share, 1);
        model_.add_entry(none_unless_used, share, 1);
        const std::uint32_t no_more = model_.add_row({.upper = 0, .lazy = true});
        model_.add_entry(no_more, share, 1);
        model_.add_entry(no_more, use, -count);
    }
}

/// One more row where the number of starred rows is limited, and not to none.
void CellProgram::limit_starred() {
    const auto least = static_cast<double>(task_.starred.least);
    const auto most = static_cast<double>(task_.starred.most);
    if (task_.starred.most == 0 || (task_.starred.least == 0 && most >= rows_)) {
        return;
    }
    const std::uint32_t total =
        model_.add_row({.lower = std::max(rows_ - most, 0.0), .upper = rows_ - least});
    std::vector<double> rows_of_column(model_.columns.size());
    for (const Model::Entry& entry : model_.entries) {
        if (entry.row < task_.types.size()) {
            rows_of_column[entry.column] += entry.value;
        }
    }
    for (std::uint32_t column = 0; column < rows_of_column.size(); ++column) {
        if (rows_of_column[column] > 0) {
            model_.add_entry(total, column, rows_of_column[column]);
        }
    }
}

std::vector<std::uint32_t> CellProgram::used(std::span<const double> values) const {
    std::vector<std::uint32_t> out;
    for (std::size_t index = 0; index < use_.size(); ++index) {
        if (values[use_[index]] > 0.5) {
            out.push_back(task_.classes[index]);
        }
    }
    return out;
}

void CellProgram::add_columns_of(std::size_t index, std::vector<std::uint32_t>& to) const {
    const bool last = index + 1 == use_.size();
    const std::size_t end = last ? model_.columns.size() : use_[index + 1];
    for (std::size_t column = use_[index]; column < end; ++column) {
        to.push_back(static_cast<std::uint32_t>(column));
    }
}

RowPrices CellProgram::prices_of(std::span<const double> duals) const {
    RowPrices out;
    for (std::size_t i = 0; i < task_.types.size(); ++i) {
        const double saved = duals[i] * unit_.size;
        out.push_back(static_cast<std::int64_t>(task_.star_cost) + std::llround(saved));
    }
    return out;
}

double CellProgram::columns_cost(std::int64_t cost) const {
    return (static_cast<double>(cost) - rows_ * static_cast<double>(task_.star_cost)) / unit_.size;
}

std::vector<std::int64_t> CellProgram::costs_if_used(double relaxed,
                                                     std::span<const double> reduced_costs) const {
    std::vector<std::int64_t> out;
    for (const std::uint32_t use : use_) {
        const double more = std::max(reduced_costs[use], 0.0);
        out.push_back(static_cast<std::int64_t>(cost_at_least(relaxed + more)));
    }
    return out;
}

StarCost CellProgram::cost_at_least(double of_columns) const {
    constexpr double kTolerance = 1e-7;  // of the solver, on the sum
    const double all_starred = rows_ * static_cast<double>(task_.star_cost) / unit_.size;
    double cost = all_starred + of_columns;
    cost -= kTolerance * std::max(1.0, std::abs(cost));
    cost = unit_.whole ? std::ceil(cost) : cost;
    return static_cast<StarCost>(std::floor(std::max(cost, 0.0) * unit_.size));
}

}  // namespace kanon::cell_suppression
