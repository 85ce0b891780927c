// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/cut_finder.hpp"

#include <CoinPackedMatrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kLongestPath = 6;

/// Finds cuts that the solver's values break. Deterministic.
class CutFinder {
public:
    explicit CutFinder(CoinModel& model)
        : model_(model),
          solver_(model.solver),
          by_row_(*solver_.getMatrixByRow()),
          by_column_(*solver_.getMatrixByCol()),
          columns_(static_cast<std::size_t>(solver_.getNumCols())),
          values_(solver_.getColSolution(), columns_),
          lower_(solver_.getColLower(), columns_),
          rounding_({.lower = lower_,
                     .upper = {solver_.getColUpper(), columns_},
                     .values = values_,
                     .whole = model.whole,
                     .bounds = model.bounds}),
          on_path_(static_cast<std::size_t>(solver_.getNumRows())) {}

    /// Cuts of sums of the model's own rows: from each row on, the row is added that cancels a
    /// continuous column that is far from its bounds.
    void along_paths() {
        for (int row = 0; row < model_.first_rows; ++row) {
            if (is_tight(row) && is_fractional(row)) {
                walk_from(row);
            }
        }
    }

    /// Cuts of the rows of the simplex tableau of columns that should be whole.
    void of_tableau() {
        constexpr std::size_t kMostRows = 300;
        const auto rows = static_cast<std::size_t>(solver_.getNumRows());
        solver_.enableFactorization();
        std::vector<int> basic(rows);
        solver_.getBasics(basic.data());
        std::vector<double> weights(rows);
        const std::vector<int> order = fractional_rows(basic);
        for (std::size_t i = 0; i < std::min(order.size(), kMostRows); ++i) {
            solver_.getBInvRow(order[i], weights.data());
            of_weights(weights);
        }
        solver_.disableFactorization();
    }

    [[nodiscard]] std::vector<CutCandidate> take() { return std::move(found_); }

private:
    [[nodiscard]] RoundingRow row_at(int row) const {
        const auto begin = static_cast<std::size_t>(by_row_.getVectorStarts()[row]);
        const auto size = static_cast<std::size_t>(by_row_.getVectorLengths()[row]);
        return {.columns = {by_row_.getIndices() + begin, size},
                .values = {by_row_.getElements() + begin, size},
                .lower = solver_.getRowLower()[row],
                .upper = solver_.getRowUpper()[row],
                .activity = solver_.getRowActivity()[row]};
    }

    [[nodiscard]] bool is_tight(int row) const {
        constexpr double kTight = 0.05;
        const double activity = solver_.getRowActivity()[row];
        return solver_.getRowUpper()[row] - activity < kTight ||
               activity - solver_.getRowLower()[row] < kTight;
    }

    [[nodiscard]] double value(int column) const {
        return values_[static_cast<std::size_t>(column)];
    }

    [[nodiscard]] bool is_whole(int column) const {
        return model_.whole[static_cast<std::size_t>(column)] != 0;
    }

    [[nodiscard]] bool is_fractional(int row) const {
        const std::span<const int> columns = row_at(row).columns;
        return std::any_of(columns.begin(), columns.end(), [this](int column) {
            const int whole =
                is_whole(column) ? column : model_.bounds[static_cast<std::size_t>(column)].column;
            return whole >= 0 && value(whole) > kFractional && value(whole) < 1 - kFractional;
        });
    }

    /// The sum and its negative; true if one of them gives a cut.
    bool try_sum() {
        bool out = false;
        for (const bool negated : {false, true}) {
            if (std::optional<CutRow> cut = rounding_.cut(negated)) {
                found_.push_back(candidate_of(std::move(*cut), values_));
                out = true;
            }
        }
        return out;
    }

    void walk_from(int first) {
        std::vector<int> path{first};
        rounding_.clear();
        rounding_.add(row_at(first), 1);
        on_path_[static_cast<std::size_t>(first)] = 1;
        while (!try_sum() && path.size() < kLongestPath) {
            const auto [next, weight] = next_row();
            if (next < 0) {
                break;
            }
            rounding_.add(row_at(next), weight);
            path.push_back(next);
            on_path_[static_cast<std::size_t>(next)] = 1;
        }
        for (const int row : path) {
            on_path_[static_cast<std::size_t>(row)] = 0;
        }
    }

    /// How far a continuous column is from its nearer bound.
    [[nodiscard]] double distance(int column) const {
        const auto place = static_cast<std::size_t>(column);
        const VariableBound& bound = model_.bounds[place];
        const double upper =
            bound.column < 0 ? solver_.getColUpper()[column] : bound.factor * value(bound.column);
        return std::min(values_[place] - lower_[place], upper - values_[place]);
    }

    /// The row that cancels the column that is farthest from its bounds, and how often to add it.
    [[nodiscard]] std::pair<int, double> next_row() const {
        std::pair<int, double> out{-1, 0};
        double farthest = kFractional;
        for (const int column : rounding_.columns()) {
            const double sum = rounding_.sum_of(column);
            if (is_whole(column) || std::abs(sum) < kFractional || distance(column) <= farthest) {
                continue;
            }
            if (const auto found = row_with(column); found.first >= 0) {
                farthest = distance(column);
                out = {found.first, -sum / found.second};
            }
        }
        return out;
    }

    /// A tight row of the model with the column, not on the path, and the column's entry.
    [[nodiscard]] std::pair<int, double> row_with(int column) const {
        const auto begin = static_cast<std::size_t>(by_column_.getVectorStarts()[column]);
        const auto size = static_cast<std::size_t>(by_column_.getVectorLengths()[column]);
        const std::span<const int> rows(by_column_.getIndices() + begin, size);
        for (std::size_t i = 0; i < size; ++i) {
            const bool own = rows[i] < model_.first_rows;
            if (own && on_path_[static_cast<std::size_t>(rows[i])] == 0 && is_tight(rows[i])) {
                return {rows[i], by_column_.getElements()[begin + i]};
            }
        }
        return {-1, 0};
    }

    /// Rows of the basis whose columns should be whole and are not, the least whole first.
    [[nodiscard]] std::vector<int> fractional_rows(std::span<const int> basic) const {
        constexpr double kFar = 0.005;
        std::vector<std::pair<double, int>> order;
        for (std::size_t row = 0; row < basic.size(); ++row) {
            const bool column = std::cmp_less(basic[row], columns_);
            if (column && is_whole(basic[row])) {
                const double part = value(basic[row]) - std::floor(value(basic[row]));
                if (part > kFar && part < 1 - kFar) {
                    order.emplace_back(std::abs(part - 0.5), static_cast<int>(row));
                }
            }
        }
        std::sort(order.begin(), order.end());
        std::vector<int> out(order.size());
        std::transform(
            order.begin(), order.end(), out.begin(), [](const auto& at) { return at.second; });
        return out;
    }

    void of_weights(std::span<const double> weights) {
        constexpr double kNothing = 1e-9;
        constexpr double kRelative = 1e-7;
        constexpr std::size_t kMostRows = 1000;
        double greatest = 0;
        for (const double weight : weights) {
            greatest = std::max(greatest, std::abs(weight));
        }
        rounding_.clear();
        std::size_t rows = 0;
        for (std::size_t row = 0; row < weights.size() && rows <= kMostRows; ++row) {
            if (std::abs(weights[row]) > std::max(kNothing, kRelative * greatest)) {
                rounding_.add(row_at(static_cast<int>(row)), weights[row]);
                ++rows;
            }
        }
        if (rows <= kMostRows) {
            try_sum();
        }
    }

    CoinModel& model_;
    OsiClpSolverInterface& solver_;
    const CoinPackedMatrix& by_row_;
    const CoinPackedMatrix& by_column_;
    std::size_t columns_;
    std::span<const double> values_;
    std::span<const double> lower_;
    MixedRounding rounding_;
    std::vector<char> on_path_;  ///< per row
    std::vector<CutCandidate> found_;
};

/// Takes the best of cuts that are not alike.
class CutChoice {
public:
    CutChoice(std::size_t columns, std::size_t longest) : dense_(columns), longest_(longest) {}

    [[nodiscard]] std::vector<CutCandidate> choose(std::vector<CutCandidate> from) {
        constexpr std::size_t kMostCuts = 200;
        constexpr double kLeastEfficacy = 1e-4;
        std::stable_sort(
            from.begin(), from.end(), [](const CutCandidate& a, const CutCandidate& b) {
                return a.efficacy > b.efficacy;
            });
        std::vector<CutCandidate> out;
        for (CutCandidate& cut : from) {
            const bool fit = cut.efficacy >= kLeastEfficacy && cut.row.columns.size() <= longest_;
            if (out.size() < kMostCuts && fit && is_new(cut, out)) {
                out.push_back(std::move(cut));
            }
        }
        return out;
    }

private:
    [[nodiscard]] bool is_new(const CutCandidate& cut, std::span<const CutCandidate> taken) {
        constexpr double kMostAlike = 0.5;
        spread(cut, true);
        const bool out = std::none_of(taken.begin(), taken.end(), [&](const CutCandidate& other) {
            double product = 0;
            for (std::size_t i = 0; i < other.row.columns.size(); ++i) {
                product +=
                    other.row.values[i] * dense_[static_cast<std::size_t>(other.row.columns[i])];
            }
            return std::abs(product) > kMostAlike * cut.norm * other.norm;
        });
        spread(cut, false);
        return out;
    }

    void spread(const CutCandidate& cut, bool set) {
        for (std::size_t i = 0; i < cut.row.columns.size(); ++i) {
            dense_[static_cast<std::size_t>(cut.row.columns[i])] = set ? cut.row.values[i] : 0;
        }
    }

    std::vector<double> dense_;
    std::size_t longest_;
};

}  // namespace

CutCandidate candidate_of(CutRow row, std::span<const double> values) {
    CutCandidate out{.row = std::move(row)};
    double activity = 0;
    double squares = 0;
    for (std::size_t i = 0; i < out.row.columns.size(); ++i) {
        activity += out.row.values[i] * values[static_cast<std::size_t>(out.row.columns[i])];
        squares += out.row.values[i] * out.row.values[i];
    }
    out.norm = std::sqrt(squares);
    out.efficacy = squares > 0 ? (activity - out.row.upper) / out.norm : 0;
    return out;
}

std::vector<CutCandidate> find_cuts(CoinModel& model) {
    CutFinder finder(model);
    finder.along_paths();
    finder.of_tableau();
    return finder.take();
}

std::vector<CutCandidate> choose_cuts(std::vector<CutCandidate> from,
                                      std::size_t columns,
                                      std::size_t longest) {
    return CutChoice(columns, longest).choose(std::move(from));
}

}  // namespace kanon
