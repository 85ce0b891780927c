// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/priced_box_search.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace kanon::classes {
namespace {

constexpr std::size_t kBands = 128;

}  // namespace

PricedBoxSearch::PricedBoxSearch(const BoxTree& tree,
                                 std::uint64_t rows,
                                 const std::vector<double>& prices,
                                 const PriceOrder& order)
    : BoxDescent(tree, rows - 1),
      prices_(prices),
      order_(order),
      class_rows_(static_cast<double>(rows)),
      near_(tree) {}

bool PricedBoxSearch::run(std::uint32_t type, double below, double dearest, std::uint64_t& steps) {
    type_ = type;
    own_price_ = prices_[type];
    ratio_ = below;
    found_ = {};
    stopped_ = false;
    const double limit = below * (own_price_ + dearest) / class_rows_;
    near_.start(type, limit);
    if (!near_.reach(limit, steps)) {
        return false;
    }
    find_candidates(limit);
    steps_ = steps;
    if (spend((candidates_.size() + 1) * stages_.size())) {
        settle_axes();
        take_stages();
        const Kept all = keep(0, all_candidates(), [](std::uint32_t) { return true; });
        if (!all.types.empty() && settled_loss_ < worth(all.tally)) {
            descend(0, all, settled_loss_);
        }
    }
    steps = steps_;
    return !stopped_;
}

/// The near types by bands of what a row loses with them; band by band, the nearest first.
void PricedBoxSearch::take_bands(double limit) {
    const double per_loss = static_cast<double>(kBands) / limit;
    const auto band_of = [&](double loss) {
        return std::min(static_cast<std::size_t>(loss * per_loss), kBands);
    };
    band_ends_.assign(kBands + 1, 0);
    for (const NearType& each : near_.found()) {
        ++band_ends_[band_of(each.loss)];
    }
    std::size_t begin = 0;
    for (std::size_t& end : band_ends_) {
        begin += std::exchange(end, begin);
    }
    banded_.resize(near_.found().size());
    for (const NearType& each : near_.found()) {
        banded_[band_ends_[band_of(each.loss)]++] = each.type;
    }
}

/// The types that may be in a class that is worth it, the dearest first. A class that loses no more
/// than d holds, beside the row, at most the dearest k - 1 rows of the types with which the row
/// loses no more than d; one with a certain type, that and the dearest k - 2.
void PricedBoxSearch::find_candidates(double limit) {
    take_bands(limit);
    const auto others = [&](std::uint32_t type) {
        return static_cast<std::uint32_t>(tree_.rows(type)) - (type == type_ ? 1U : 0U);
    };
    std::array<double, kBands> worth{};
    top_.start(needed_rows_);
    std::size_t next = 0;
    for (std::size_t band = 0; band < kBands; ++band) {
        for (; next < band_ends_[band]; ++next) {
            top_.add(prices_[banded_[next]], others(banded_[next]));
        }
        const double least_loss = limit * static_cast<double>(band) / static_cast<double>(kBands);
        worth[band] = ratio_ * (own_price_ + top_.sum_beside_one()) - class_rows_ * least_loss;
    }
    ranks_.clear();
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t band = kBands; band-- > 0;) {
        most = std::max(most, worth[band]);
        for (std::size_t i = band == 0 ? 0 : band_ends_[band - 1]; i < band_ends_[band]; ++i) {
            const std::uint32_t type = banded_[i];
            if (most + ratio_ * prices_[type] > 0 && others(type) > 0) {
                ranks_.push_back(order_.rank(type));
            }
        }
    }
    std::sort(ranks_.begin(), ranks_.end());
    candidates_.clear();
    rows_.clear();
    others_.clear();
    candidate_prices_.clear();
    for (const std::uint32_t rank : ranks_) {
        const std::uint32_t type = order_.type(rank);
        candidates_.push_back(type);
        rows_.push_back(others(type));
        others_.push_back({.type = type, .rows = rows_.back()});
        candidate_prices_.push_back(prices_[type]);
    }
}

/// A box was reached: take the class of its dearest rows, if it is the best.
void PricedBoxSearch::take(const Kept& kept, double loss) {
    loss += raise_of_sets(kept.types);
    if (stopped_ || loss >= worth(kept.tally)) {
        return;
    }
    ratio_ = class_rows_ * loss / (own_price_ + kept.tally.sum());
    found_.members.assign(1, {.type = type_, .rows = 1});
    std::uint64_t needed = needed_rows_;
    for (std::size_t i = 0; needed > 0; ++i) {
        const TypeRows& each = others_[kept.types[i]];
        const auto taken = static_cast<std::uint32_t>(std::min<std::uint64_t>(needed, each.rows));
        found_.members.push_back({.type = each.type, .rows = taken});
        needed -= taken;
    }
    found_.loss = class_rows_ * loss_of_members();
}

/// What a row loses in a class of these.
double PricedBoxSearch::loss_of_members() const {
    std::vector<Word> cover(tree_.layout().words(), 0);
    double loss = 0;
    for (std::size_t axis = 0; axis < stages_.size(); ++axis) {
        Word* const of_axis = cover.data() + tree_.layout().start(axis);
        tree_.axes()[axis].take(of_axis, tree_.places(type_)[axis]);
        for (const TypeRows& each : found_.members) {
            tree_.axes()[axis].widen(of_axis, tree_.places(each.type)[axis]);
        }
        loss += tree_.axes()[axis].loss(of_axis);
    }
    return loss;
}

}  // namespace kanon::classes
