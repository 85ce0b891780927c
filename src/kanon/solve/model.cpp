// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/model.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <cmath>

namespace kanon {
namespace {

constexpr double kTolerance = 1e-6;

bool within(double value, double lower, double upper) {
    return value >= lower - kTolerance && value <= upper + kTolerance;
}

}  // namespace

bool Model::has_integers() const {
    return std::any_of(
        columns.begin(), columns.end(), [](const Column& column) { return column.integer; });
}

double Model::cost_of(std::span<const double> values) const {
    KANON_CHECK(values.size() == columns.size());
    double cost = 0;
    for (std::size_t j = 0; j < values.size(); ++j) {
        cost += columns[j].cost * values[j];
    }
    return cost;
}

bool Model::allows(std::span<const double> values) const {
    KANON_CHECK(values.size() == columns.size());
    for (std::size_t j = 0; j < values.size(); ++j) {
        const bool whole =
            !columns[j].integer || std::abs(values[j] - std::round(values[j])) <= kTolerance;
        if (!whole || !within(values[j], columns[j].lower, columns[j].upper)) {
            return false;
        }
    }
    std::vector<double> sums(rows.size());
    for (const Entry& entry : entries) {
        sums[entry.row] += entry.value * values[entry.column];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!within(sums[i], rows[i].lower, rows[i].upper)) {
            return false;
        }
    }
    return true;
}

}  // namespace kanon
