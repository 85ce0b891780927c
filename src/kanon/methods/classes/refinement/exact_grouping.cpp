// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/exact_grouping.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace kanon::classes {
namespace {

/// What a subset loses that cannot be divided into classes: two of them can be added up.
constexpr std::int64_t kImpossible = std::numeric_limits<std::int64_t>::max() / 4;
/// Subsets looked at in the time of a cell.
constexpr std::uint64_t kSubsetsPerCell = 2;

}  // namespace

/// What each subset covers and loses as one class.
void ExactGrouping::list_subsets(std::span<const std::uint32_t> types) {
    const std::size_t subsets = std::size_t{1} << types.size();
    const std::size_t words = space_.cover_words();
    covers_.resize(subsets * words);
    rows_.assign(subsets, 0);
    losses_.assign(subsets, kImpossible);
    for (std::size_t subset = 1; subset < subsets; ++subset) {
        const std::uint32_t type = types[static_cast<std::size_t>(std::countr_zero(subset))];
        const std::size_t others = subset & (subset - 1);
        const std::span<Word> cover = std::span(covers_).subspan(subset * words, words);
        RowCost cost = 0;
        if (others == 0) {
            space_.take_cover(type, cover);
            cost = space_.joined_cost(cover, type);
        } else {
            std::copy_n(covers_.begin() + static_cast<std::ptrdiff_t>(others * words),
                        words,
                        cover.begin());
            cost = space_.widen(cover, type);
        }
        rows_[subset] = rows_[others] + space_.rows(type);
        if (rows_[subset] >= least_rows_) {
            losses_[subset] = Cluster::loss(rows_[subset], cost);
        }
    }
    work_ += subsets * space_.size();
}

/// The best division of each subset: some class has its first type.
void ExactGrouping::divide_subsets() {
    least_ = losses_;
    least_[0] = 0;
    first_of_.resize(losses_.size());
    std::uint64_t looked_at = 0;
    for (std::size_t subset = 1; subset < losses_.size(); ++subset) {
        first_of_[subset] = static_cast<std::uint32_t>(subset);
        if (rows_[subset] < 2 * least_rows_) {
            continue;
        }
        const std::size_t first = subset & (~subset + 1);
        const std::size_t rest = subset ^ first;
        for (std::size_t others = (rest - 1) & rest; others != rest; others = (others - 1) & rest) {
            const std::size_t part = first | others;
            const std::int64_t loss = losses_[part] + least_[subset ^ part];
            if (loss < least_[subset]) {
                least_[subset] = loss;
                first_of_[subset] = static_cast<std::uint32_t>(part);
            }
            ++looked_at;
        }
    }
    work_ += looked_at / kSubsetsPerCell;
}

std::size_t ExactGrouping::group(std::span<const std::uint32_t> types,
                                 std::vector<Cluster>& clusters) {
    KANON_CHECK(types.size() <= kMostTypes);
    list_subsets(types);
    divide_subsets();
    std::size_t left = losses_.size() - 1;
    if (least_[left] >= kImpossible) {
        return 0;
    }
    const std::size_t words = space_.cover_words();
    std::size_t count = 0;
    while (left != 0) {
        const std::size_t part = first_of_[left];
        if (clusters.size() == count) {
            clusters.emplace_back();
        }
        Cluster& cluster = clusters[count++];
        cluster.types.clear();
        for (std::size_t bits = part; bits != 0; bits &= bits - 1) {
            cluster.types.push_back(types[static_cast<std::size_t>(std::countr_zero(bits))]);
        }
        const auto begin = covers_.begin() + static_cast<std::ptrdiff_t>(part * words);
        cluster.cover.assign(begin, begin + static_cast<std::ptrdiff_t>(words));
        cluster.rows = rows_[part];
        cluster.cost = static_cast<RowCost>(losses_[part] / static_cast<std::int64_t>(rows_[part]));
        left ^= part;
    }
    return count;
}

}  // namespace kanon::classes
