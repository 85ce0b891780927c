// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/assignment.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr std::uint32_t kUnassigned = std::numeric_limits<std::uint32_t>::max();
constexpr double kForbidden = std::numeric_limits<double>::infinity();

/// Rounds in which rows without a column outbid others before paths are looked for.
constexpr int kBiddingRounds = 2;

}  // namespace

template <class Cost>
bool AssignmentSolver<Cost>::solve(std::span<const Cost> costs,
                                   std::size_t n,
                                   std::span<const double> prices) {
    KANON_CHECK(costs.size() == n * n);
    costs_ = costs;
    n_ = n;
    column_of_row_.assign(n, kUnassigned);
    row_of_column_.assign(n, kUnassigned);
    columns_.resize(n);
    previous_.resize(n);
    distance_.resize(n);
    take_prices(prices);
    take_free_columns();
    for (int round = 0; round < kBiddingRounds && n > 1; ++round) {
        reduce_rows();
    }
    const std::vector<std::uint32_t> rows = std::exchange(free_, {});
    return std::ranges::all_of(rows, [this](std::uint32_t row) { return augment(row); });
}

/// Those given, or the least cost of each column.
template <class Cost>
void AssignmentSolver<Cost>::take_prices(std::span<const double> prices) {
    if (!prices.empty()) {
        prices_.assign(prices.begin(), prices.end());
        return;
    }
    prices_.assign(n_, kForbidden);
    for (std::size_t row = 0; row < n_; ++row) {
        const Cost* const costs = costs_.data() + row * n_;
        for (std::size_t column = 0; column < n_; ++column) {
            prices_[column] = std::min(prices_[column], static_cast<double>(costs[column]));
        }
    }
    std::ranges::replace(prices_, kForbidden, 0.0);
}

/// Each row takes the column that is best for it, if that is free still.
template <class Cost>
void AssignmentSolver<Cost>::take_free_columns() {
    free_.clear();
    for (std::uint32_t row = 0; row < n_; ++row) {
        const TwoLeast best = two_least(row);
        if (best.least < kForbidden && row_of_column_[best.column] == kUnassigned) {
            column_of_row_[row] = best.column;
            row_of_column_[best.column] = row;
        } else {
            free_.push_back(row);
        }
    }
}

template <class Cost>
typename AssignmentSolver<Cost>::TwoLeast AssignmentSolver<Cost>::two_least(
    std::uint32_t row) const {
    TwoLeast out{.least = kForbidden, .second = kForbidden};
    const Cost* const costs = costs_.data() + row * n_;
    for (std::uint32_t column = 0; column < n_; ++column) {
        const double reduced = costs[column] - prices_[column];
        if (reduced < out.second) {
            if (reduced < out.least) {
                out.second = out.least;
                out.next = out.column;
                out.least = reduced;
                out.column = column;
            } else {
                out.second = reduced;
                out.next = column;
            }
        }
    }
    return out;
}

/// Rows without a column take the best one from its row and lower its price by what the second best
/// costs more. A row that lost its column to a lower price goes on at once, others in the next
/// round; no more than n in a round, so that it ends whatever rounding does.
template <class Cost>
void AssignmentSolver<Cost>::reduce_rows() {
    std::vector<std::uint32_t> later;
    std::size_t at_once = 0;
    for (std::size_t at = 0; at < free_.size();) {
        const std::uint32_t row = free_[at++];
        const TwoLeast best = two_least(row);
        if (best.second == kForbidden) {
            later.push_back(row);
            continue;
        }
        std::uint32_t column = best.column;
        const bool lowers = best.least < best.second;
        if (lowers) {
            prices_[column] -= best.second - best.least;
        } else if (row_of_column_[column] != kUnassigned) {
            column = best.next;
        }
        const std::uint32_t loser = std::exchange(row_of_column_[column], row);
        column_of_row_[row] = column;
        if (loser == kUnassigned) {
            continue;
        }
        column_of_row_[loser] = kUnassigned;
        if (lowers && at_once++ < n_) {
            free_[--at] = loser;
        } else {
            later.push_back(loser);
        }
    }
    free_ = std::move(later);
}

/// The shortest way from a row to a column that is free, over rows that then change columns.
template <class Cost>
bool AssignmentSolver<Cost>::augment(std::uint32_t row) {
    const Cost* const costs = costs_.data() + row * n_;
    for (std::size_t column = 0; column < n_; ++column) {
        distance_[column] = costs[column] - prices_[column];
    }
    std::ranges::fill(previous_, row);
    std::iota(columns_.begin(), columns_.end(), 0U);
    way_ = {};
    std::uint32_t end = kUnassigned;
    while (end == kUnassigned) {
        if (way_.up == way_.low) {
            take_nearest();
            if (way_.least == kForbidden) {
                return false;
            }
            end = free_among_nearest();
        }
        if (end == kUnassigned) {
            end = go_on_from(columns_[way_.low++]);
        }
    }
    for (std::size_t at = 0; at < way_.done; ++at) {
        prices_[columns_[at]] += distance_[columns_[at]] - way_.least;
    }
    flip(row, end);
    return true;
}

/// Put the nearest columns to do behind those that are done.
template <class Cost>
void AssignmentSolver<Cost>::take_nearest() {
    way_.done = way_.low;
    way_.least = kForbidden;
    for (std::size_t at = way_.low; at < n_; ++at) {
        const std::uint32_t column = columns_[at];
        if (distance_[column] <= way_.least) {
            way_.up = distance_[column] < way_.least ? way_.low : way_.up;
            way_.least = distance_[column];
            std::swap(columns_[at], columns_[way_.up++]);
        }
    }
}

template <class Cost>
std::uint32_t AssignmentSolver<Cost>::free_among_nearest() const {
    for (std::size_t at = way_.low; at < way_.up; ++at) {
        if (row_of_column_[columns_[at]] == kUnassigned) {
            return columns_[at];
        }
    }
    return kUnassigned;
}

/// Reach others over the row that has a column; a free one that is as near ends the way.
template <class Cost>
std::uint32_t AssignmentSolver<Cost>::go_on_from(std::uint32_t from) {
    const std::uint32_t over = row_of_column_[from];
    const Cost* const costs = costs_.data() + over * n_;
    const double more = costs[from] - prices_[from] - way_.least;
    for (std::size_t at = way_.up; at < n_; ++at) {
        const std::uint32_t column = columns_[at];
        const double reached = costs[column] - prices_[column] - more;
        if (reached >= distance_[column]) {
            continue;
        }
        previous_[column] = over;
        distance_[column] = reached;
        if (reached <= way_.least) {
            if (row_of_column_[column] == kUnassigned) {
                return column;
            }
            std::swap(columns_[at], columns_[way_.up++]);
        }
    }
    return kUnassigned;
}

template <class Cost>
void AssignmentSolver<Cost>::flip(std::uint32_t row, std::uint32_t column) {
    for (std::uint32_t over = kUnassigned; over != row;) {
        over = previous_[column];
        row_of_column_[column] = over;
        std::swap(column, column_of_row_[over]);
    }
}

template <class Cost>
double AssignmentSolver<Cost>::dual_value(std::span<const Cost> costs) const {
    double value = std::accumulate(prices_.begin(), prices_.end(), 0.0);
    for (std::size_t row = 0; row < n_; ++row) {
        const Cost* const of_row = costs.data() + row * n_;
        double least = kForbidden;
        for (std::size_t column = 0; column < n_; ++column) {
            least = std::min(least, of_row[column] - prices_[column]);
        }
        value += least;
    }
    return value;
}

template class AssignmentSolver<float>;
template class AssignmentSolver<double>;

}  // namespace kanon
