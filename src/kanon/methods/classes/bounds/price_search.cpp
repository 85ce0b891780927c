// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/price_search.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace kanon::classes {

void TopPrices::start(std::uint64_t most) {
    most_ = most;
    sum_ = 0;
    prices_.clear();
}

void TopPrices::add(double price, std::uint64_t rows) {
    for (std::uint64_t row = 0; row < std::min(rows, most_); ++row) {
        if (full()) {
            if (prices_.front() >= price) {
                return;
            }
            sum_ -= prices_.front();
            std::pop_heap(prices_.begin(), prices_.end(), std::greater<>());
            prices_.pop_back();
        }
        sum_ += price;
        prices_.push_back(price);
        std::push_heap(prices_.begin(), prices_.end(), std::greater<>());
    }
}

PriceSearch::PriceSearch(const BoxTree& tree, std::uint64_t rows, const std::vector<double>& prices)
    : tree_(tree), rows_(rows), prices_(prices), near_(tree) {}

bool PriceSearch::run(std::uint32_t type, double below, double dearest, std::uint64_t& steps) {
    own_ = {.type = type, .rows = 1};
    own_price_ = prices_[type];
    ratio_ = below;
    loss_ = 0;
    members_.clear();
    const double limit = below * (own_price_ + dearest) / static_cast<double>(rows_);
    near_.start(type, limit);
    if (!near_.reach(limit, steps)) {
        return false;
    }
    Branch& all = branch(0);
    all.box.assign(tree_.layout().words(), 0);
    for (std::size_t axis = 0; axis < tree_.axes().size(); ++axis) {
        tree_.axes()[axis].take(all.box.data() + tree_.layout().start(axis),
                                tree_.places(type)[axis]);
    }
    all.loss = loss_of(all.box);
    all.candidates.clear();
    for (const NearType& each : near_.found()) {
        const auto rows = static_cast<std::uint32_t>(tree_.rows(each.type));
        const std::uint32_t others = rows - (each.type == type ? 1 : 0);
        if (others > 0) {
            all.candidates.push_back({.loss = each.loss,
                                      .price = prices_[each.type],
                                      .of = {.type = each.type, .rows = others}});
        }
    }
    stopped_ = false;
    steps_ = steps;
    descend(0);
    steps = steps_;
    return !stopped_;
}

PriceSearch::Branch& PriceSearch::branch(std::size_t depth) {
    if (depth == branches_.size()) {
        branches_.emplace_back();
    }
    return branches_[depth];
}

void PriceSearch::descend(std::size_t depth) {
    Branch& at = branches_[depth];
    while (spend(at.candidates.size()) && !prune(at)) {
        const auto next =
            std::find_if(at.candidates.begin(), at.candidates.end(), [&](const Candidate& each) {
                return each.loss > at.loss + kPriceRounding;
            });
        if (next == at.candidates.end()) {
            return;
        }
        const TypeRows nearest = next->of;
        include(at, nearest, branch(depth + 1));
        descend(depth + 1);
        exclude(at, nearest);
    }
}

/// False from when the steps are used up.
bool PriceSearch::spend(std::size_t candidates) {
    const std::uint64_t cost = (candidates + 1) * tree_.axes().size();
    stopped_ = stopped_ || steps_ < cost;
    steps_ -= stopped_ ? 0 : cost;
    return !stopped_;
}

/// True if no class in the box, or in a larger one with the candidates, is worth it. Takes classes
/// that are, sorts the candidates by loss, and drops those that are in no such class.
bool PriceSearch::prune(Branch& at) {
    std::sort(
        at.candidates.begin(), at.candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.loss != b.loss ? a.loss < b.loss : a.of.type < b.of.type;
        });
    if (most_worth(at) <= kPriceRounding) {
        return true;
    }
    double worth = -std::numeric_limits<double>::infinity();
    for (std::size_t i = at.candidates.size(); i-- > 0;) {
        worth = std::max(worth, worth_[i]);
        worth_[i] = worth + ratio_ * at.candidates[i].price;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < at.candidates.size(); ++i) {
        if (worth_[i] > kPriceRounding) {
            at.candidates[kept++] = at.candidates[i];
        }
    }
    at.candidates.resize(kept);
    return kept == 0;
}

/// By how much the prices of a class may exceed its loss, at most. If those of one in the box do,
/// that is taken, and none does by as much any more.
double PriceSearch::most_worth(const Branch& at) {
    const auto rows = static_cast<double>(rows_);
    const std::vector<Candidate>& candidates = at.candidates;
    worth_.resize(candidates.size());
    top_.start(rows_ - 1);
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t begin = 0; begin < candidates.size();) {
        const double loss = std::max(candidates[begin].loss, at.loss);
        std::size_t end = begin;
        for (; end < candidates.size() && candidates[end].loss <= loss + kPriceRounding; ++end) {
            top_.add(candidates[end].price, candidates[end].of.rows);
        }
        if (top_.full()) {
            const bool inside = loss <= at.loss + kPriceRounding;
            if (inside && ratio_ * (own_price_ + top_.sum()) - rows * at.loss > kPriceRounding) {
                loss_ = rows * at.loss;
                ratio_ = loss_ / (own_price_ + top_.sum());
                take(at);
            }
            most = std::max(most, ratio_ * (own_price_ + top_.sum()) - rows * loss);
        }
        std::fill(worth_.begin() + static_cast<std::ptrdiff_t>(begin),
                  worth_.begin() + static_cast<std::ptrdiff_t>(end),
                  ratio_ * (own_price_ + top_.sum_beside_one()) - rows * loss);
        begin = end;
    }
    return most;
}

/// Keep who is in the class of the dearest rows in the box.
void PriceSearch::take(const Branch& at) {
    std::vector<Candidate> inside;
    for (const Candidate& each : at.candidates) {
        if (each.loss <= at.loss + kPriceRounding) {
            inside.push_back(each);
        }
    }
    std::sort(inside.begin(), inside.end(), [](const Candidate& a, const Candidate& b) {
        return a.price != b.price ? a.price > b.price : a.of.type < b.of.type;
    });
    members_.assign(1, own_);
    std::uint64_t needed = rows_ - 1;
    for (std::size_t i = 0; i < inside.size() && needed > 0; ++i) {
        const std::uint64_t rows = std::min<std::uint64_t>(needed, inside[i].of.rows);
        members_.push_back({.type = inside[i].of.type, .rows = static_cast<std::uint32_t>(rows)});
        needed -= rows;
    }
}

void PriceSearch::include(const Branch& at, TypeRows of, Branch& out) const {
    out.box = at.box;
    for (std::size_t axis = 0; axis < tree_.axes().size(); ++axis) {
        tree_.axes()[axis].widen(out.box.data() + tree_.layout().start(axis),
                                 tree_.places(of.type)[axis]);
    }
    out.loss = loss_of(out.box);
    out.candidates = at.candidates;
    for (Candidate& each : out.candidates) {
        each.loss = tree_.loss_with(out.box, each.of.type);
    }
}

void PriceSearch::exclude(Branch& at, TypeRows of) const {
    std::erase_if(at.candidates, [&](const Candidate& each) {
        return each.loss > at.loss + kPriceRounding && holds(at.box, each.of.type, of.type);
    });
}

double PriceSearch::loss_of(std::span<const Word> box) const {
    double loss = 0;
    for (std::size_t axis = 0; axis < tree_.axes().size(); ++axis) {
        loss += tree_.axes()[axis].loss(box.data() + tree_.layout().start(axis));
    }
    return loss;
}

/// True if the box, once one type has joined, holds the other without losing more. That one itself
/// it holds.
bool PriceSearch::holds(std::span<const Word> box,
                        std::uint32_t joining,
                        std::uint32_t type) const {
    const std::span<const Place> with = tree_.places(joining);
    const std::span<const Place> places = tree_.places(type);
    for (std::size_t axis = 0; axis < places.size(); ++axis) {
        const Word* const cover = box.data() + tree_.layout().start(axis);
        if (tree_.axes()[axis].by_set()) {
            if (places[axis] != with[axis] && set_holds(cover, places[axis]) == 0) {
                return false;
            }
            continue;
        }
        const Extent extent = joined(extent_of(*cover), with[axis]);
        const Extent wider = joined(extent, places[axis]);
        if (tree_.pair_loss(axis, wider.low, wider.high) >
            tree_.pair_loss(axis, extent.low, extent.high)) {
            return false;
        }
    }
    return true;
}

}  // namespace kanon::classes
