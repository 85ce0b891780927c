// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/reduced_model.hpp"

#include <utility>

namespace kanon {
namespace {

constexpr int kGone = -1;

/// Per column: its new number, or kGone.
std::vector<int> new_numbers(const CoinModel& loaded) {
    const std::size_t columns = loaded.whole.size();
    const std::span<const double> lower(loaded.solver.getColLower(), columns);
    const std::span<const double> upper(loaded.solver.getColUpper(), columns);
    const auto is_zero = [&](std::size_t column) {
        return lower[column] == 0 && upper[column] == 0;
    };
    std::vector<int> out(columns, kGone);
    int next = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        const int bound = loaded.bounds[column].column;
        const bool bounded = bound >= 0 && is_zero(static_cast<std::size_t>(bound));
        if (!is_zero(column) && !(bounded && lower[column] == 0)) {
            out[column] = next++;
        }
    }
    return out;
}

Model without_columns(const Model& model, std::span<const int> numbers) {
    Model out{.rows = model.rows};
    for (std::size_t column = 0; column < model.columns.size(); ++column) {
        if (numbers[column] != kGone) {
            out.columns.push_back(model.columns[column]);
        }
    }
    for (const Model::Entry& entry : model.entries) {
        if (numbers[entry.column] != kGone) {
            out.add_entry(
                entry.row, static_cast<std::uint32_t>(numbers[entry.column]), entry.value);
        }
    }
    return out;
}

CoinPackedVector renumbered(const CoinPackedVector& entries, std::span<const int> numbers) {
    CoinPackedVector out;
    for (int i = 0; i < entries.getNumElements(); ++i) {
        const int number = numbers[static_cast<std::size_t>(entries.getIndices()[i])];
        if (number != kGone) {
            out.insert(number, entries.getElements()[i]);
        }
    }
    return out;
}

void renumber(std::span<const int> numbers, CoinModel& to) {
    for (CoinModel::LazyRow& row : to.lazy) {
        row.entries = renumbered(row.entries, numbers);
        row.inside = row.inside || row.entries.getNumElements() == 0;
    }
    std::vector<char> whole;
    std::vector<VariableBound> bounds;
    for (std::size_t column = 0; column < numbers.size(); ++column) {
        if (numbers[column] != kGone) {
            VariableBound bound = to.bounds[column];
            bound.column =
                bound.column < 0 ? kGone : numbers[static_cast<std::size_t>(bound.column)];
            whole.push_back(to.whole[column]);
            bounds.push_back(bound);
        }
    }
    to.whole = std::move(whole);
    to.bounds = std::move(bounds);
}

/// Rows of the solver that are empty and hold.
std::vector<char> needless_rows(const OsiClpSolverInterface& solver) {
    const CoinPackedMatrix& rows = *solver.getMatrixByRow();
    std::vector<char> out(static_cast<std::size_t>(solver.getNumRows()));
    for (int row = 0; row < solver.getNumRows(); ++row) {
        const bool holds = solver.getRowLower()[row] <= 0 && solver.getRowUpper()[row] >= 0;
        out[static_cast<std::size_t>(row)] = rows.getVectorSize(row) == 0 && holds ? 1 : 0;
    }
    return out;
}

void delete_rows(std::span<const char> needless, CoinModel& from) {
    std::vector<int> numbers(needless.size(), kGone);
    std::vector<int> rows;
    int next = 0;
    for (std::size_t row = 0; row < needless.size(); ++row) {
        if (needless[row] != 0) {
            rows.push_back(static_cast<int>(row));
        } else {
            numbers[row] = next++;
        }
    }
    from.solver.deleteRows(static_cast<int>(rows.size()), rows.data());
    const auto first = static_cast<std::size_t>(from.first_rows);
    std::vector<int> added;
    for (std::size_t i = 0; i < from.added.size(); ++i) {
        if (needless[first + i] == 0) {
            added.push_back(from.added[i]);
        }
    }
    from.added = std::move(added);
    from.first_rows = next - static_cast<int>(from.added.size());
    for (int& row : from.row_of) {
        row = row < 0 ? row : numbers[static_cast<std::size_t>(row)];
    }
}

}  // namespace

std::vector<double> ReducedModel::expand(std::span<const double> values) const {
    std::vector<double> out(columns);
    for (std::size_t column = 0; column < values.size(); ++column) {
        out[kept[column]] = values[column];
    }
    return out;
}

ReducedModel reduce(const Model& model, const CoinModel& loaded) {
    const std::vector<int> numbers = new_numbers(loaded);
    ReducedModel out{.model = without_columns(model, numbers),
                     .loaded = loaded,
                     .kept = {},
                     .columns = numbers.size()};
    std::vector<int> gone;
    for (std::size_t column = 0; column < numbers.size(); ++column) {
        if (numbers[column] == kGone) {
            gone.push_back(static_cast<int>(column));
        } else {
            out.kept.push_back(static_cast<std::uint32_t>(column));
        }
    }
    out.loaded.solver.deleteCols(static_cast<int>(gone.size()), gone.data());
    renumber(numbers, out.loaded);
    delete_rows(needless_rows(out.loaded.solver), out.loaded);
    return out;
}

}  // namespace kanon
