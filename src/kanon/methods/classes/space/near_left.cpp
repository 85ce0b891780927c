// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/near_left.hpp"

#include "kanon/methods/classes/space/near_parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::uint32_t kLeastBox = 12;  ///< types that are divided no more
/// A box of so many types of which no more than kLeastBox are left is looked into as it is.
constexpr std::uint32_t kFewLeft = 128;

}  // namespace

NearLeft::NearLeft(const TypeSpace& space, std::vector<std::uint32_t> types)
    : space_(space),
      types_(std::move(types)),
      left_(types_.size(), 1),
      box_of_(types_.size(), 0),
      query_(space) {
    boxes_.push_back({.end = static_cast<std::uint32_t>(types_.size()),
                      .left = static_cast<std::uint32_t>(types_.size())});
    for (std::uint32_t box = 0; box < boxes_.size(); ++box) {
        divide(box);
    }
    places_.reserve(types_.size() * space.size());
    for (const std::uint32_t type : types_) {
        const std::span<const Place> places = space.places(type);
        places_.insert(places_.end(), places.begin(), places.end());
    }
    cover_boxes();
}

void NearLeft::take(std::uint32_t turn) {
    left_[turn] = 0;
    std::uint32_t box = box_of_[turn];
    while (box != 0) {
        --boxes_[box].left;
        box = boxes_[box].above;
    }
    --boxes_[0].left;
}

std::span<const NearLeft::Found> NearLeft::near(std::span<const Word> cover,
                                                std::size_t most,
                                                std::size_t looks) {
    open_.clear();
    found_.clear();
    most_ = most;
    query_.start(cover);
    open(0);
    std::size_t looked = 0;
    while (!open_.empty() && looked < looks && open_.front().least < too_much()) {
        const Box& box = boxes_[open_.front().box];
        std::pop_heap(open_.begin(), open_.end());
        open_.pop_back();
        const bool is_small = box.end - box.begin <= kFewLeft && box.left <= kLeastBox;
        if (box.below == 0 || is_small) {
            looked += box.left;
            look_into(box);
        } else {
            open(box.below);
            open(box.below + 1);
        }
    }
    std::sort_heap(found_.begin(), found_.end());
    return found_;
}

void NearLeft::divide(std::uint32_t number) {
    const Box box = boxes_[number];
    const std::uint32_t size = box.end - box.begin;
    if (size <= kLeastBox) {
        std::fill(box_of_.begin() + box.begin, box_of_.begin() + box.end, number);
        return;
    }
    const std::size_t first =
        part_near(space_, std::span(types_).subspan(box.begin, size), nullptr);
    const auto cut = static_cast<std::uint32_t>(box.begin + first);
    boxes_[number].below = static_cast<std::uint32_t>(boxes_.size());
    boxes_.push_back({.begin = box.begin, .end = cut, .above = number, .left = cut - box.begin});
    boxes_.push_back({.begin = cut, .end = box.end, .above = number, .left = box.end - cut});
}

/// Those of types first, then those of boxes.
void NearLeft::cover_boxes() {
    covers_.resize(boxes_.size() * space_.cover_words());
    costs_.resize(boxes_.size());
    for (std::size_t number = boxes_.size(); number-- > 0;) {
        const Box& box = boxes_[number];
        const std::span<Word> cover = this->cover(number);
        if (box.below != 0) {
            std::ranges::copy(this->cover(box.below), cover.begin());
            costs_[number] = space_.widen(cover, this->cover(box.below + std::size_t{1}));
        } else if (box.begin < box.end) {
            space_.take_cover(types_[box.begin], cover);
            for (std::uint32_t turn = box.begin; turn < box.end; ++turn) {
                space_.widen_cover(cover, types_[turn]);
            }
            costs_[number] = space_.joined_cost(cover, types_[box.begin]);
        }
    }
}

std::span<Word> NearLeft::cover(std::size_t box) {
    return std::span(covers_).subspan(box * space_.cover_words(), space_.cover_words());
}

void NearLeft::open(std::uint32_t box) {
    if (boxes_[box].left == 0) {
        return;
    }
    const RowCost least = query_.least_with(cover(box), too_much());
    if (least < too_much()) {
        open_.push_back({.least = least, .box = box});
        std::push_heap(open_.begin(), open_.end());
    }
}

RowCost NearLeft::too_much() const {
    return found_.size() == most_ ? found_.front().cost + 1 : std::numeric_limits<RowCost>::max();
}

void NearLeft::look_into(const Box& box) {
    for (std::uint32_t turn = box.begin; turn < box.end; ++turn) {
        if (left_[turn] == 0) {
            continue;
        }
        const RowCost cost = query_.with(places(turn), too_much());
        const Found found{.cost = cost, .turn = turn};
        if (found_.size() < most_) {
            found_.push_back(found);
        } else if (found < found_.front()) {
            std::pop_heap(found_.begin(), found_.end());
            found_.back() = found;
        } else {
            continue;
        }
        std::push_heap(found_.begin(), found_.end());
    }
}

}  // namespace kanon::classes
