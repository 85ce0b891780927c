// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/refining_set.hpp"

#include "kanon/profile/sets/combination_counts.hpp"
#include "kanon/profile/sets/separation.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::profile {
namespace {

/// Rows on which columns are compared.
constexpr std::size_t kCompared = std::size_t{1} << 14U;

/// A row that is not alone yet, and the hash of its cells in the columns taken.
struct OpenRow {
    std::uint64_t hash = 0;
    std::uint32_t row = 0;

    friend auto operator<=>(const OpenRow&, const OpenRow&) = default;
};

class Refinement {
public:
    explicit Refinement(const Table& table) : table_(table), open_(table.row_count()) {
        for (std::size_t row = 0; row < open_.size(); ++row) {
            open_[row].row = static_cast<std::uint32_t>(row);
        }
        choose_compared();
    }

    /// Rows that the columns taken leave alone.
    [[nodiscard]] std::uint64_t alone() const { return table_.row_count() - open_.size(); }

    /// Pairs of the rows compared that are alike once the column is taken, too.
    [[nodiscard]] std::uint64_t pairs_with(std::size_t column) const {
        CombinationCounts counts(compared_.size());
        table_.column(column).codes.visit([&](const auto codes) {
            for (const OpenRow& open : compared_) {
                counts.add(mixed(open.hash + cell_hash(codes[open.row], column)));
            }
        });
        std::uint64_t pairs = 0;
        for (const std::uint64_t rows : counts.counts()) {
            pairs += rows * (rows - std::min<std::uint64_t>(rows, 1)) / 2;
        }
        return pairs;
    }

    void take(std::size_t column) {
        table_.column(column).codes.visit([&](const auto codes) {
            for (OpenRow& open : open_) {
                open.hash += cell_hash(codes[open.row], column);
            }
        });
        std::ranges::sort(open_);
        std::vector<OpenRow> left;
        for (std::size_t i = 0; i < open_.size(); ++i) {
            const bool like_before = i > 0 && open_[i - 1].hash == open_[i].hash;
            const bool like_after = i + 1 < open_.size() && open_[i + 1].hash == open_[i].hash;
            if (like_before || like_after) {
                left.push_back(open_[i]);
            }
        }
        open_ = std::move(left);
        choose_compared();
    }

private:
    /// Whole groups of rows that are alike, or every so many-th row where a group is too large.
    void choose_compared() {
        compared_.clear();
        for (std::size_t begin = 0; begin < open_.size() && compared_.size() < kCompared;) {
            std::size_t end = begin;
            while (end < open_.size() && open_[end].hash == open_[begin].hash) {
                ++end;
            }
            const std::size_t step = (end - begin) / kCompared + 1;
            for (std::size_t i = begin; i < end; i += step) {
                compared_.push_back(open_[i]);
            }
            begin = end;
        }
    }

    const Table& table_;
    std::vector<OpenRow> open_;  ///< those that are alike stand together
    std::vector<OpenRow> compared_;
};

std::size_t best_column(const Refinement& refinement, const std::vector<std::size_t>& columns) {
    std::size_t best = 0;
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::uint64_t pairs = refinement.pairs_with(columns[i]);
        if (pairs < fewest) {
            best = i;
            fewest = pairs;
        }
    }
    return best;
}

}  // namespace

std::vector<std::size_t> find_refining_set(const Table& table,
                                           const std::vector<std::size_t>& columns,
                                           std::uint64_t wanted) {
    Refinement refinement(table);
    std::vector<std::size_t> rest = columns;
    std::vector<std::size_t> taken;
    while (!rest.empty() && refinement.alone() < wanted) {
        const std::size_t best = best_column(refinement, rest);
        refinement.take(rest[best]);
        taken.push_back(rest[best]);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(best));
    }
    for (std::size_t i = 0; i < taken.size() && taken.size() > 1;) {
        std::vector<std::size_t> fewer = taken;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (separation_of(table, fewer, {.rows = table.row_count()}).unique_rows >= wanted) {
            taken = std::move(fewer);
        } else {
            ++i;
        }
    }
    std::ranges::sort(taken);
    return taken;
}

}  // namespace kanon::profile
