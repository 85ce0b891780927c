// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

std::vector<double> shares_of(std::vector<double> rows) {
    const double sum = std::accumulate(rows.begin(), rows.end(), 0.0);
    for (double& row : rows) {
        row = sum > 0 ? row / sum : 0;
    }
    return rows;
}

/// Mean and mean square of numbers, by how many rows have them.
struct Moments {
    double rows = 0;
    double sum = 0;
    double squares = 0;

    void add(double count, double mean, double square) {
        rows += count;
        sum += count * mean;
        squares += count * square;
    }
};

std::array<double, kStatedQuantiles.size()> quantiles_of(const Dictionary& dictionary,
                                                         const std::vector<double>& rows) {
    const std::size_t values = dictionary.value_count();
    const double whole =
        std::accumulate(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(values), 0.0);
    std::array<double, kStatedQuantiles.size()> out{};
    double below = 0;
    std::size_t next = 0;
    for (std::size_t code = 0; code < values; ++code) {
        below += rows[code];
        // What was summed in another order may lack a last digit.
        while (next < out.size() && below >= kStatedQuantiles[next] * whole * (1 - 1e-12)) {
            out[next++] = dictionary.number(static_cast<Code>(code));
        }
    }
    for (; next < out.size(); ++next) {
        out[next] = dictionary.number(static_cast<Code>(values - 1));
    }
    return out;
}

std::optional<NumberFigures> figures_of(const Moments& moments,
                                        const Dictionary& dictionary,
                                        const std::vector<double>& rows) {
    if (moments.rows <= 0) {
        return std::nullopt;
    }
    NumberFigures out;
    out.mean = moments.sum / moments.rows;
    out.deviation = std::sqrt(std::max(0.0, moments.squares / moments.rows - out.mean * out.mean));
    out.quantiles = quantiles_of(dictionary, rows);
    return out;
}

/// Sum over the gaps between neighbouring numbers of the rows to be moved across, over the extent.
double moved_share(const Dictionary& dictionary,
                   const std::vector<double>& before,
                   const std::vector<double>& after) {
    const std::size_t values = dictionary.value_count();
    const double extent = dictionary.number(static_cast<Code>(values - 1)) - dictionary.number(0);
    double moved = 0;
    double ahead = 0;
    for (std::size_t code = 0; code + 1 < values; ++code) {
        ahead += before[code] - after[code];
        moved += std::abs(ahead) * (dictionary.number(static_cast<Code>(code + 1)) -
                                    dictionary.number(static_cast<Code>(code)));
    }
    return extent > 0 ? moved / extent : 0;
}

void tell_numbers(const EvaluatedTable& table,
                  std::size_t column,
                  const std::vector<double>& before,
                  const std::vector<double>& after,
                  ColumnFigures& out) {
    const Dictionary& dictionary = table.dictionary(column);
    Moments original;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const double number = dictionary.number(code);
        original.add(before[code], number, number * number);
    }
    Moments release;
    const std::vector<double> rows = rows_of_spreads(table, column);
    for (std::size_t place = 0; place < rows.size(); ++place) {
        const Spread& spread = table.columns[column].spreads[place];
        release.add(rows[place] * spread.told, spread.mean, spread.square);
    }
    out.is_date = is_of_calendar(dictionary.type());
    out.original = figures_of(original, dictionary, before);
    out.release = figures_of(release, dictionary, after);
    std::vector<double> told_before(before);
    std::vector<double> told_after(after);
    told_before.resize(dictionary.value_count());
    told_after.resize(dictionary.value_count());
    out.earth_mover = moved_share(
        dictionary, shares_of(std::move(told_before)), shares_of(std::move(told_after)));
}

}  // namespace

double hellinger_distance(const std::vector<double>& p, const std::vector<double>& q) {
    double common = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        common += std::sqrt(p[i] * q[i]);
    }
    // Equal shares may sum to a last digit below 1.
    return common > 1 - 1e-14 ? 0 : std::sqrt(1 - common);
}

double total_variation(const std::vector<double>& p, const std::vector<double>& q) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        sum += std::abs(p[i] - q[i]);
    }
    return sum / 2;
}

std::vector<ColumnFigures> column_figures(const EvaluatedTable& table) {
    std::vector<ColumnFigures> out;
    out.reserve(table.columns.size());
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        ColumnFigures figures{.column = table.columns[column].name};
        const std::vector<double> before = rows_of_values(table, column);
        const std::vector<double> after = expected_rows_of_values(table, column);
        if (table.is_numeric(column) && table.dictionary(column).value_count() > 0) {
            tell_numbers(table, column, before, after, figures);
        }
        const std::vector<double> p = shares_of(before);
        const std::vector<double> q = shares_of(after);
        figures.hellinger = hellinger_distance(p, q);
        figures.total_variation = total_variation(p, q);
        out.push_back(std::move(figures));
    }
    return out;
}

}  // namespace kanon
