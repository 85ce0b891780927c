// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/near_types.hpp"

#include <algorithm>

namespace kanon::classes {
namespace {

constexpr std::size_t kAxesAtATime = 8;  ///< before it is asked whether the loss is too much

}  // namespace

void NearTypes::start(std::uint32_t type, double limit) {
    limit_ = limit;
    own_ = tree_.places(type);
    losses_.clear();
    for (std::size_t axis = 0; axis < own_.size(); ++axis) {
        losses_.push_back(tree_.pair_losses(axis, own_[axis]));
    }
    found_.clear();
    next_.clear();
    farther_.assign(1, {.loss = 0, .box = 0});
}

bool NearTypes::reach(double loss, std::uint64_t& steps) {
    std::erase_if(farther_, [&](const OpenBox& open) {
        if (open.loss < loss) {
            next_.push_back(open);
        }
        return open.loss < loss;
    });
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
    double loss = 0;
    std::size_t axis = 0;
    while (axis < own_.size() && loss < limit_) {
        for (const std::size_t end = std::min(axis + kAxesAtATime, own_.size()); axis < end;
             ++axis) {
            const Place place = place_on(axis);
            loss += losses_[axis] != nullptr ? losses_[axis][place]
                                             : tree_.pair_loss(axis, own_[axis], place);
        }
    }
    steps_ += axis;
    return loss;
}

double NearTypes::loss_to_type(std::uint32_t type) {
    const std::span<const Place> places = tree_.places(type);
    return loss_with([&](std::size_t axis) { return places[axis]; });
}

/// What a row of the type loses at least together with any row of the box.
double NearTypes::loss_to_box(std::uint32_t box) {
    const std::span<const Extent> extents = tree_.extents(box);
    // Labels are runs of places, so the nearest place of the box is reached by the lowest label; on
    // a range axis the missing place is as far from every number.
    return loss_with([&](std::size_t axis) {
        return std::max(extents[axis].low, std::min(own_[axis], extents[axis].high));
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
    // The nearer one comes last, and is the next to be looked into.
    const auto [nearer, other] = std::minmax(left, right);
    for (const OpenBox& each : {other, nearer}) {
        if (each.loss < limit_) {
            (each.loss < loss ? next_ : farther_).push_back(each);
        }
    }
}

}  // namespace kanon::classes
