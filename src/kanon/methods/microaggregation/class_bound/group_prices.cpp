// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/group_prices.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kStepsToRestart = 400;
constexpr std::size_t kStepsToLook = 50;
constexpr double kLeastScale = 1e-9;  ///< of the mean one
constexpr double kSomeShareOfGroup = 1e-6;

}  // namespace

/// What one call of raise() works with. An item is a point, or, after these, a
/// cut; a group's items lie side by side, first its points.
struct GroupPrices::Steps {
    std::vector<std::size_t> begins;  ///< per group, and the end
    std::vector<std::uint32_t> items;
    std::vector<double> signed_scales;  ///< per item: below 0 for a cut
    std::vector<double> terms;          ///< per item: its price over its scale
    std::vector<double> of_groups;      ///< per group: sum of its coefficients' sizes
    std::vector<double> of_items;       ///< per item: the same
    std::vector<double> gathered;       ///< per item: what this step's shares cover
    std::vector<double> term_sums;      ///< since the restart
    std::vector<double> share_sums;
    std::vector<double> first_terms;  ///< at the restart
    std::vector<double> first_shares;
    std::size_t count = 0;
};

GroupPrices::GroupPrices(std::vector<double> prices)
    : prices_(std::move(prices)), cuts_(prices_.size()) {}

bool GroupPrices::add(std::span<const std::uint32_t> points, double cost) {
    std::vector<std::uint32_t> own(points.begin(), points.end());
    if (!known_.insert(own).second) {
        return false;
    }
    groups_.push_back({.points = std::move(own), .cost = cost});
    return true;
}

std::size_t GroupPrices::cut(std::span<const RowCut> cuts) {
    std::size_t added = 0;
    for (const RowCut& one : cuts) {
        if (known_cuts_.insert(one).second) {
            cuts_.add(one, 0);
            ++added;
        }
    }
    return added;
}

double GroupPrices::sum() const {
    double sum = std::accumulate(prices_.begin(), prices_.end(), 0.0);
    for (std::uint32_t one = 0; one < cuts_.size(); ++one) {
        sum -= cuts_.price(one);
    }
    return sum;
}

double GroupPrices::left_of(const Group& group) const {
    double left = group.cost;
    for (const std::uint32_t point : group.points) {
        left -= prices_[point];
    }
    for (const std::uint32_t cut : cuts_.met_by(group.points)) {
        left += cuts_.price(cut);
    }
    return left;
}

std::vector<PricedGroup> GroupPrices::groups() const {
    std::vector<PricedGroup> out;
    out.reserve(groups_.size());
    for (const Group& group : groups_) {
        out.push_back({.points = group.points, .left = left_of(group)});
    }
    return out;
}

std::vector<SharedGroup> GroupPrices::shares() const {
    std::vector<SharedGroup> out;
    out.reserve(groups_.size());
    for (const Group& group : groups_) {
        out.push_back({.points = group.points, .share = group.share / group.cost});
    }
    return out;
}

/// A point's share of what its groups cost on average.
void GroupPrices::set_scales() {
    scales_.assign(prices_.size(), 0);
    std::vector<double> groups(prices_.size());
    for (const Group& group : groups_) {
        for (const std::uint32_t point : group.points) {
            scales_[point] += group.cost / static_cast<double>(group.points.size());
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

GroupPrices::Steps GroupPrices::begin_steps() {
    if (scales_.empty()) {
        set_scales();
    }
    const auto points = static_cast<std::uint32_t>(prices_.size());
    Steps out;
    out.signed_scales = scales_;
    out.terms = prices_;
    for (std::uint32_t one = 0; one < cuts_.size(); ++one) {
        const RowCut& cut = cuts_.cut(one);
        out.signed_scales.push_back(-(scales_[cut[0]] + scales_[cut[1]] + scales_[cut[2]]) / 3);
        out.terms.push_back(cuts_.price(one));
    }
    for (std::size_t item = 0; item < out.terms.size(); ++item) {
        out.terms[item] /= std::abs(out.signed_scales[item]);
    }
    out.of_items.assign(out.terms.size(), 0);
    for (const Group& group : groups_) {
        out.begins.push_back(out.items.size());
        out.items.insert(out.items.end(), group.points.begin(), group.points.end());
        for (const std::uint32_t cut : cuts_.met_by(group.points)) {
            out.items.push_back(points + cut);
        }
        double sum = 0;
        for (std::size_t i = out.begins.back(); i < out.items.size(); ++i) {
            const double size = std::abs(out.signed_scales[out.items[i]]) / group.cost;
            sum += size;
            out.of_items[out.items[i]] += size;
        }
        out.of_groups.push_back(sum);
        out.first_shares.push_back(group.share);
    }
    out.begins.push_back(out.items.size());
    out.gathered.assign(out.terms.size(), 0);
    out.term_sums.assign(out.terms.size(), 0);
    out.share_sums.assign(groups_.size(), 0);
    out.first_terms = out.terms;
    return out;
}

void GroupPrices::raise(std::size_t steps, const RunContext& context) {
    if (groups_.empty()) {
        return;
    }
    Steps now = begin_steps();
    bool last = false;
    for (std::size_t step = 1; !last; ++step) {
        take_step(now);
        last = step >= steps || (step % kStepsToLook == 0 && context.should_stop());
        if (last || now.count == kStepsToRestart) {
            restart(now);
        }
    }
    end_steps(now);
}

/// Shares first, by what groups cost beyond their prices; then prices, by what
/// twice these shares less the last ones leave uncovered.
void GroupPrices::take_step(Steps& steps) {
    std::ranges::fill(steps.gathered, 0.0);
    for (std::size_t one = 0; one < groups_.size(); ++one) {
        Group& group = groups_[one];
        const double inverse = 1 / group.cost;
        const std::span<const std::uint32_t> items =
            std::span(steps.items)
                .subspan(steps.begins[one], steps.begins[one + 1] - steps.begins[one]);
        double priced = 0;
        for (const std::uint32_t item : items) {
            priced += steps.signed_scales[item] * steps.terms[item];
        }
        const double before = group.share;
        group.share =
            std::max(0.0, before - weight_ / steps.of_groups[one] * (1 - priced * inverse));
        steps.share_sums[one] += group.share;
        const double covers = (2 * group.share - before) * inverse;
        if (covers != 0) {
            for (const std::uint32_t item : items) {
                steps.gathered[item] += covers;
            }
        }
    }
    for (std::size_t item = 0; item < steps.terms.size(); ++item) {
        if (steps.of_items[item] > 0) {
            steps.terms[item] += steps.signed_scales[item] * (1 - steps.gathered[item]) /
                                 (weight_ * steps.of_items[item]);
        }
        if (item >= prices_.size()) {
            steps.terms[item] = std::max(0.0, steps.terms[item]);
        }
        steps.term_sums[item] += steps.terms[item];
    }
    ++steps.count;
}

/// Go on from the averages, with steps weighted by how far each side has moved.
void GroupPrices::restart(Steps& steps) {
    const auto count = static_cast<double>(steps.count);
    double prices_moved = 0;
    double shares_moved = 0;
    for (std::size_t item = 0; item < steps.terms.size(); ++item) {
        steps.terms[item] = steps.term_sums[item] / count;
        const double moved = steps.terms[item] - steps.first_terms[item];
        prices_moved += moved * moved * steps.of_items[item];
    }
    for (std::size_t one = 0; one < groups_.size(); ++one) {
        groups_[one].share = steps.share_sums[one] / count;
        const double moved = groups_[one].share - steps.first_shares[one];
        shares_moved += moved * moved * steps.of_groups[one];
        steps.first_shares[one] = groups_[one].share;
    }
    if (prices_moved > 0 && shares_moved > 0) {
        weight_ = std::sqrt(weight_ * std::sqrt(shares_moved / prices_moved));
    }
    steps.first_terms = steps.terms;
    std::ranges::fill(steps.term_sums, 0.0);
    std::ranges::fill(steps.share_sums, 0.0);
    steps.count = 0;
}

void GroupPrices::end_steps(const Steps& steps) {
    for (std::size_t point = 0; point < prices_.size(); ++point) {
        prices_[point] = steps.terms[point] * scales_[point];
    }
    for (std::uint32_t one = 0; one < cuts_.size(); ++one) {
        const std::size_t item = prices_.size() + one;
        cuts_.set_price(one, -steps.terms[item] * steps.signed_scales[item]);
    }
}

void GroupPrices::forget(std::size_t groups) {
    if (groups_.size() < 2 * groups) {
        return;
    }
    std::vector<std::pair<double, std::size_t>> far;
    for (std::size_t one = 0; one < groups_.size(); ++one) {
        const Group& group = groups_[one];
        const bool has_share = group.share > kSomeShareOfGroup * group.cost;
        far.emplace_back(has_share ? -1 : left_of(group) / group.cost, one);
    }
    std::ranges::sort(far);
    far.resize(groups);
    std::ranges::sort(far, {}, &std::pair<double, std::size_t>::second);
    std::vector<Group> kept;
    known_.clear();
    for (const auto& [left, one] : far) {
        known_.insert(groups_[one].points);
        kept.push_back(std::move(groups_[one]));
    }
    groups_ = std::move(kept);
}

}  // namespace kanon::microaggregation
