// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/divergence.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Bits that may be taken to say which values each spread covers.
constexpr double kMostBits = 4e9;

constexpr std::size_t kDivergenceParts = 64;

/// For each spread of a column, which codes it covers.
std::vector<std::vector<bool>> covered_values(const EvaluatedTable& table, std::size_t column) {
    std::vector<std::vector<bool>> out;
    out.reserve(table.columns[column].spreads.size());
    for (const Spread& spread : table.columns[column].spreads) {
        std::vector<bool> covered(table.dictionary(column).size());
        for (const CodeRun& run : spread.runs) {
            std::fill(covered.begin() + run.first, covered.begin() + run.last + 1, true);
        }
        out.push_back(std::move(covered));
    }
    return out;
}

bool too_costly(const EvaluatedTable& table, std::span<const std::size_t> columns) {
    double bits = 0;
    for (const std::size_t column : columns) {
        bits += static_cast<double>(table.columns[column].spreads.size()) *
                static_cast<double>(table.dictionary(column).size());
    }
    return bits > kMostBits;
}

/// Distinct rows of the release, each with the rows that it gives to a combination it covers.
struct SpreadRows {
    std::vector<CountedRow> rows;
    std::vector<double> each;
    double all = 0;
};

SpreadRows spread_rows(const EvaluatedTable& table,
                       std::span<const std::size_t> columns,
                       unsigned threads) {
    SpreadRows out{.rows = released_rows_of(table, columns, threads), .each = {}};
    out.each.reserve(out.rows.size());
    for (const CountedRow& row : out.rows) {
        double each = row.rows;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            each /= static_cast<double>(table.columns[columns[j]].spreads[row.spreads[j]].count);
        }
        out.each.push_back(each);
        out.all += row.rows;
    }
    return out;
}

}  // namespace

std::optional<double> divergence_of(const EvaluatedTable& table,
                                    std::span<const std::size_t> columns,
                                    double most_looks,
                                    unsigned threads) {
    const TypedRows types = make_row_types(table.original, columns, {}, threads);
    const SpreadRows release = spread_rows(table, columns, threads);
    const double looks =
        static_cast<double>(types.size()) * static_cast<double>(release.rows.size());
    if (looks > most_looks || too_costly(table, columns)) {
        return std::nullopt;
    }
    std::vector<std::vector<std::vector<bool>>> covered;
    covered.reserve(columns.size());
    for (const std::size_t column : columns) {
        covered.push_back(covered_values(table, column));
    }
    std::vector<double> sums(kDivergenceParts);
    const auto all = static_cast<double>(table.original.row_count());
    const auto add_part = [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::vector<Code> codes(columns.size());
        for (std::size_t type = begin; type < end; ++type) {
            for (std::size_t j = 0; j < codes.size(); ++j) {
                codes[j] = types.columns[j][type];
            }
            double rows = 0;
            for (std::size_t place = 0; place < release.rows.size(); ++place) {
                const std::vector<std::uint32_t>& spreads = release.rows[place].spreads;
                std::size_t j = 0;
                while (j < codes.size() && covered[j][spreads[j]][codes[j]]) {
                    ++j;
                }
                rows += j == codes.size() ? release.each[place] : 0;
            }
            const double share = static_cast<double>(types.counts[type]) / all;
            if (rows > 0) {
                sums[part] += share * std::log(share / (rows / release.all));
            } else {
                sums[part] = std::numeric_limits<double>::infinity();
            }
        }
    };
    parallel_parts(types.size(), kDivergenceParts, threads, add_part);
    const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
    if (!std::isfinite(sum)) {
        return std::nullopt;
    }
    return std::max(sum, 0.0);
}

}  // namespace kanon
