// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/near_types.hpp"

#include <algorithm>

namespace kanon::classes {
namespace {

constexpr std::size_t kAxesAtATime = 4;  ///< before it is asked whether the loss is too much

}  // namespace

NearTypes::NearTypes(const BoxTree& tree) : tree_(tree) {
    for (const std::size_t axis : tree.dearest_first()) {
        axes_.push_back({.axis = axis});
    }
}

void NearTypes::start(std::uint32_t type, double limit) {
    limit_ = limit;
    own_ = tree_.places(type);
    for (OnAxis& on : axes_) {
        on.own = own_[on.axis];
        on.losses = tree_.pair_losses(on.axis, on.own);
    }
    found_.clear();
    next_.clear();
    farther_.assign(1, {.loss = 0, .box = 0});
}

bool NearTypes::reach(double loss, std::uint64_t& steps) {
    const auto near = std::partition(
        farther_.begin(), farther_.end(), [&](const OpenBox& open) { return open.loss >= loss; });
    next_.insert(next_.end(), near, farther_.end());
    farther_.erase(near, farther_.end());
    while (!next_.empty()) {
        const Box& box = tree_.box(next_.back().box);
        steps_ = 0;
        if (steps < (box.below > 0 ? 2 : box.end - box.begin) * own_.size()) {
            return false;
        }
        next_.pop_back();
        look_into(box, loss);
        steps -= steps_;
    }
    return true;
}

double NearTypes::beyond() const {
    double least = limit_;
    for (const std::vector<OpenBox>* boxes : {&next_, &farther_}) {
        for (const OpenBox& open : *boxes) {
            least = std::min(least, open.loss);
        }
    }
    return least;
}

/// Sum over the axes of what the type loses with the place that `place_on` says; less than that,
/// but not below the limit, if it is above.
template <typename PlaceOn>
double NearTypes::loss_with(PlaceOn place_on) {
    const auto loss_on = [&](const OnAxis& on) {
        const Place place = place_on(on);
        return on.losses != nullptr ? on.losses[place] : tree_.pair_loss(on.axis, on.own, place);
    };
    double loss = 0;
    std::size_t turn = 0;
    for (; turn + kAxesAtATime <= axes_.size() && loss < limit_; turn += kAxesAtATime) {
        const OnAxis* const on = axes_.data() + turn;
        loss += (loss_on(on[0]) + loss_on(on[1])) + (loss_on(on[2]) + loss_on(on[3]));
    }
    for (; turn < axes_.size() && loss < limit_; ++turn) {
        loss += loss_on(axes_[turn]);
    }
    steps_ += turn;
    return loss;
}

double NearTypes::loss_to_type(std::uint32_t type) {
    const std::span<const Place> places = tree_.places(type);
    return loss_with([&](const OnAxis& on) { return places[on.axis]; });
}

/// What a row of the type loses at least together with any row of the box.
double NearTypes::loss_to_box(std::uint32_t box) {
    const std::span<const Extent> extents = tree_.extents(box);
    // Labels are runs of places, so the nearest place of the box is reached by the lowest label; on
    // a range axis the missing place is as far from every number.
    return loss_with([&](const OnAxis& on) {
        return std::max(extents[on.axis].low, std::min(on.own, extents[on.axis].high));
    });
}

void NearTypes::look_into(const Box& box, double loss) {
    if (box.below == 0) {
        for (std::uint32_t type = box.begin; type < box.end; ++type) {
            const double to_type = loss_to_type(type);
            if (to_type < limit_) {
                found_.push_back({.loss = to_type, .type = type});
            }
        }
        return;
    }
    const OpenBox left{.loss = loss_to_box(box.below), .box = box.below};
    const OpenBox right{.loss = loss_to_box(box.below + 1), .box = box.below + 1};
    const auto [other, nearer] = std::minmax(left, right);
    for (const OpenBox& each : {other, nearer}) {
        if (each.loss < limit_) {
            (each.loss < loss ? next_ : farther_).push_back(each);
        }
    }
}

}  // namespace kanon::classes
