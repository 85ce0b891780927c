// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/pair_statistics.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/evaluate/statistics.hpp"
#include "kanon/evaluate/value_bins.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace kanon {
namespace {

/// Sums of which a correlation is made.
struct JointMoments {
    double rows = 0;
    double x = 0;
    double y = 0;
    double xx = 0;
    double yy = 0;
    double xy = 0;

    [[nodiscard]] std::optional<double> correlation() const {
        if (rows <= 0) {
            return std::nullopt;
        }
        const double across = xy / rows - (x / rows) * (y / rows);
        const double first = xx / rows - (x / rows) * (x / rows);
        const double second = yy / rows - (y / rows) * (y / rows);
        // What cancels out of large numbers is no extent.
        if (first <= 1e-12 * xx / rows || second <= 1e-12 * yy / rows) {
            return std::nullopt;
        }
        return across / std::sqrt(first * second);
    }
};

/// One column as pairs need it; its numbers with the mean taken off, so that little cancels.
struct PairedColumn {
    PairedColumn(const EvaluatedTable& table, std::size_t place)
        : column(place), bins(table, place, BinLimits{}) {
        const std::vector<Spread>& spreads = table.columns[place].spreads;
        shares.reserve(spreads.size());
        for (const Spread& spread : spreads) {
            shares.push_back(bins.shares(spread));
        }
        if (table.is_numeric(place)) {
            centre = spreads.back().mean;
        }
    }

    std::size_t column;
    ValueBins bins;
    std::vector<std::vector<std::pair<std::uint32_t, double>>> shares;  ///< per spread
    double centre = 0;
};

class PairJudge {
public:
    explicit PairJudge(const EvaluatedTable& table) : table_(table) {
        columns_.reserve(table.columns.size());
        for (std::size_t place = 0; place < table.columns.size(); ++place) {
            columns_.emplace_back(table, place);
        }
    }

    [[nodiscard]] PairFigures judge(std::size_t first, std::size_t second) const {
        const PairedColumn& a = columns_[first];
        const PairedColumn& b = columns_[second];
        PairFigures out{.first = table_.columns[first].name, .second = table_.columns[second].name};
        std::vector<double> before(a.bins.size() * b.bins.size());
        std::vector<double> after(before.size());
        JointMoments original = add_original(a, b, before);
        JointMoments release = add_release(a, b, after);
        if (table_.is_numeric(first) && table_.is_numeric(second)) {
            out.correlation_original = original.correlation();
            out.correlation_release = release.correlation();
        }
        const auto rows = static_cast<double>(table_.original.row_count());
        const auto released = static_cast<double>(table_.released.row_count() + table_.left_out);
        for (std::size_t i = 0; i < before.size(); ++i) {
            before[i] /= rows;
            after[i] /= released;
        }
        out.hellinger = hellinger_distance(before, after);
        out.total_variation = total_variation(before, after);
        return out;
    }

private:
    JointMoments add_original(const PairedColumn& a,
                              const PairedColumn& b,
                              std::vector<double>& cells) const {
        JointMoments out;
        const bool numeric = table_.is_numeric(a.column) && table_.is_numeric(b.column);
        const Dictionary& first = table_.dictionary(a.column);
        const Dictionary& second = table_.dictionary(b.column);
        const CodeVector& x_codes = table_.original.column(a.column).codes;
        const CodeVector& y_codes = table_.original.column(b.column).codes;
        for (std::size_t row = 0; row < table_.original.row_count(); ++row) {
            const Code x = x_codes[row];
            const Code y = y_codes[row];
            cells[a.bins.bin_of(x) * b.bins.size() + b.bins.bin_of(y)] += 1;
            if (numeric && !first.is_missing(x) && !second.is_missing(y)) {
                const double u = first.number(x) - a.centre;
                const double v = second.number(y) - b.centre;
                add(out, 1, {u, u * u}, {v, v * v});
            }
        }
        return out;
    }

    JointMoments add_release(const PairedColumn& a,
                             const PairedColumn& b,
                             std::vector<double>& cells) const {
        JointMoments out;
        const std::array<std::size_t, 2> pair{a.column, b.column};
        for (const CountedRow& row : released_rows_of(table_, pair, 1)) {
            for (const auto& [i, p] : a.shares[row.spreads[0]]) {
                for (const auto& [j, q] : b.shares[row.spreads[1]]) {
                    cells[i * b.bins.size() + j] += row.rows * p * q;
                }
            }
            const Spread& x = table_.columns[a.column].spreads[row.spreads[0]];
            const Spread& y = table_.columns[b.column].spreads[row.spreads[1]];
            add(out, row.rows * x.told * y.told, centred(x, a.centre), centred(y, b.centre));
        }
        return out;
    }

    /// Mean and mean square around a centre.
    static std::pair<double, double> centred(const Spread& spread, double centre) {
        return {spread.mean - centre, spread.square - 2 * centre * spread.mean + centre * centre};
    }

    static void add(JointMoments& out,
                    double rows,
                    const std::pair<double, double>& x,
                    const std::pair<double, double>& y) {
        out.rows += rows;
        out.x += rows * x.first;
        out.y += rows * y.first;
        out.xx += rows * x.second;
        out.yy += rows * y.second;
        out.xy += rows * x.first * y.first;
    }

    const EvaluatedTable& table_;
    std::vector<PairedColumn> columns_;
};

}  // namespace

std::vector<PairFigures> pair_figures(const EvaluatedTable& table, const RunContext& context) {
    const PairJudge judge(table);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    const std::size_t columns = table.columns.size();
    pairs.reserve(columns * columns / 2);
    for (std::size_t first = 0; first < columns; ++first) {
        for (std::size_t second = first + 1; second < columns; ++second) {
            pairs.emplace_back(first, second);
        }
    }
    std::vector<PairFigures> out(pairs.size());
    parallel_for(pairs.size(), 1, context.threads, [&](std::size_t begin, std::size_t end) {
        throw_if_cancelled(context);
        for (std::size_t i = begin; i < end; ++i) {
            out[i] = judge.judge(pairs[i].first, pairs[i].second);
        }
    });
    return out;
}

}  // namespace kanon
