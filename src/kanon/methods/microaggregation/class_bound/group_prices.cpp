// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/group_prices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kStepsToRestart = 400;
constexpr std::size_t kStepsToLook = 50;
constexpr double kLeastScale = 1e-9;  ///< of the mean one

}  // namespace

/// What one call of raise() works with: sizes of steps, sums since the restart, where that was.
struct GroupPrices::Steps {
    std::vector<double> of_groups;  ///< sum of a group's coefficients
    std::vector<double> of_points;  ///< sum of a point's coefficients
    std::vector<double> price_sums;
    std::vector<double> share_sums;
    std::vector<double> gathered;  ///< per point: what this step's shares cover
    std::vector<double> first_terms;
    std::vector<double> first_shares;
    std::size_t count = 0;
};

GroupPrices::GroupPrices(std::vector<double> prices, std::size_t k)
    : k_(k), prices_(std::move(prices)) {}

bool GroupPrices::add(std::span<const std::uint32_t> points, double cost) {
    if (!known_.emplace(points.begin(), points.end()).second) {
        return false;
    }
    points_.insert(points_.end(), points.begin(), points.end());
    costs_.push_back(cost);
    shares_.push_back(0);
    return true;
}

double GroupPrices::sum() const {
    return std::accumulate(prices_.begin(), prices_.end(), 0.0);
}

double GroupPrices::left_of(std::size_t one) const {
    double left = costs_[one];
    for (const std::uint32_t point : group(one)) {
        left -= prices_[point];
    }
    return left;
}

std::vector<PricedGroup> GroupPrices::groups() const {
    std::vector<PricedGroup> out;
    out.reserve(costs_.size());
    for (std::size_t one = 0; one < costs_.size(); ++one) {
        const std::span<const std::uint32_t> points = group(one);
        out.push_back({.points = {points.begin(), points.end()}, .left = left_of(one)});
    }
    return out;
}

/// A point's share of what its groups cost on average.
void GroupPrices::set_scales() {
    scales_.assign(prices_.size(), 0);
    std::vector<double> groups(prices_.size());
    for (std::size_t one = 0; one < costs_.size(); ++one) {
        for (const std::uint32_t point : group(one)) {
            scales_[point] += costs_[one] / static_cast<double>(k_);
            groups[point] += 1;
        }
    }
    double all = 0;
    for (std::size_t point = 0; point < scales_.size(); ++point) {
        scales_[point] = groups[point] > 0 ? scales_[point] / groups[point] : 0;
        all += scales_[point];
    }
    const double least = kLeastScale * all / static_cast<double>(scales_.size());
    for (double& scale : scales_) {
        scale = std::max(scale, least);
    }
}

void GroupPrices::raise(std::size_t steps, const RunContext& context) {
    if (costs_.empty()) {
        return;
    }
    if (scales_.empty()) {
        set_scales();
    }
    Steps sizes;
    sizes.of_groups.assign(costs_.size(), 0);
    sizes.of_points.assign(prices_.size(), 0);
    for (std::size_t one = 0; one < costs_.size(); ++one) {
        for (const std::uint32_t point : group(one)) {
            sizes.of_groups[one] += scales_[point] / costs_[one];
            sizes.of_points[point] += scales_[point] / costs_[one];
        }
    }
    sizes.price_sums.assign(prices_.size(), 0);
    sizes.share_sums.assign(costs_.size(), 0);
    sizes.gathered.assign(prices_.size(), 0);
    std::vector<double> terms(prices_.size());
    for (std::size_t point = 0; point < terms.size(); ++point) {
        terms[point] = prices_[point] / scales_[point];
    }
    sizes.first_terms = terms;
    sizes.first_shares = shares_;
    for (std::size_t step = 1; step <= steps; ++step) {
        take_step(sizes, terms);
        std::transform(terms.begin(),
                       terms.end(),
                       sizes.price_sums.begin(),
                       sizes.price_sums.begin(),
                       std::plus<>());
        const bool last = step == steps || (step % kStepsToLook == 0 && context.should_stop());
        ++sizes.count;
        if (last || sizes.count == kStepsToRestart) {
            restart(sizes, terms);
        }
        if (last) {
            break;
        }
    }
    for (std::size_t point = 0; point < terms.size(); ++point) {
        prices_[point] = terms[point] * scales_[point];
    }
}

/// Shares first, by what groups cost beyond their prices; then prices, by what twice these shares
/// less the last ones leave uncovered.
void GroupPrices::take_step(Steps& sizes, std::vector<double>& terms) {
    std::ranges::fill(sizes.gathered, 0.0);
    for (std::size_t one = 0; one < costs_.size(); ++one) {
        const std::span<const std::uint32_t> points = group(one);
        const double inverse = 1 / costs_[one];
        double priced = 0;
        for (const std::uint32_t point : points) {
            priced += scales_[point] * terms[point];
        }
        const double before = shares_[one];
        const double share =
            std::max(0.0, before - weight_ / sizes.of_groups[one] * (1 - priced * inverse));
        shares_[one] = share;
        sizes.share_sums[one] += share;
        const double covers = (2 * share - before) * inverse;
        if (covers != 0) {
            for (const std::uint32_t point : points) {
                sizes.gathered[point] += covers;
            }
        }
    }
    for (std::size_t point = 0; point < terms.size(); ++point) {
        if (sizes.of_points[point] > 0) {
            terms[point] +=
                scales_[point] * (1 - sizes.gathered[point]) / (weight_ * sizes.of_points[point]);
        }
    }
}

/// Go on from the averages, with steps weighted by how far each side has moved.
void GroupPrices::restart(Steps& sizes, std::vector<double>& terms) {
    const auto count = static_cast<double>(sizes.count);
    double prices_moved = 0;
    double shares_moved = 0;
    for (std::size_t point = 0; point < terms.size(); ++point) {
        terms[point] = sizes.price_sums[point] / count;
        const double moved = terms[point] - sizes.first_terms[point];
        prices_moved += moved * moved * sizes.of_points[point];
    }
    for (std::size_t one = 0; one < shares_.size(); ++one) {
        shares_[one] = sizes.share_sums[one] / count;
        const double moved = shares_[one] - sizes.first_shares[one];
        shares_moved += moved * moved * sizes.of_groups[one];
    }
    if (prices_moved > 0 && shares_moved > 0) {
        weight_ = std::sqrt(weight_ * std::sqrt(shares_moved / prices_moved));
    }
    sizes.first_terms = terms;
    sizes.first_shares = shares_;
    std::ranges::fill(sizes.price_sums, 0.0);
    std::ranges::fill(sizes.share_sums, 0.0);
    sizes.count = 0;
}

void GroupPrices::forget(std::size_t groups) {
    if (costs_.size() < 2 * groups) {
        return;
    }
    constexpr double kSomeShare = 1e-6;
    std::vector<std::pair<double, std::size_t>> far(costs_.size());
    for (std::size_t one = 0; one < costs_.size(); ++one) {
        const double left = left_of(one);
        const bool has_share = shares_[one] > kSomeShare * costs_[one];
        far[one] = {has_share ? -1 : left / costs_[one], one};
    }
    std::ranges::sort(far);
    far.resize(groups);
    std::ranges::sort(far, {}, &std::pair<double, std::size_t>::second);
    std::vector<std::uint32_t> points;
    std::vector<double> costs;
    std::vector<double> shares;
    known_.clear();
    for (const auto& [left, one] : far) {
        const std::span<const std::uint32_t> kept = group(one);
        points.insert(points.end(), kept.begin(), kept.end());
        known_.emplace(kept.begin(), kept.end());
        costs.push_back(costs_[one]);
        shares.push_back(shares_[one]);
    }
    points_ = std::move(points);
    costs_ = std::move(costs);
    shares_ = std::move(shares);
}

}  // namespace kanon::microaggregation
