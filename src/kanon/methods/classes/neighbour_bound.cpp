// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/neighbour_bound.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::uint32_t kLeafTypes = 8;
constexpr std::size_t kTypesAtATime = 4096;
constexpr std::uint64_t kLeastVisits = 32;  ///< for a row type

/// Row types in a box, or two boxes in one.
struct Box {
    std::uint32_t begin = 0;  ///< into the order of types
    std::uint32_t end = 0;
    std::uint32_t below = 0;  ///< the first of two boxes; 0: none
};

/// The row types by their places, and boxes around them down to a few types each.
class BoxTree {
public:
    BoxTree(const Task& task, const std::vector<Axis>& axes)
        : axes_(axes),
          types_(task.row_types()),
          order_(types_.size()),
          places_(types_.size() * axes.size()) {
        std::iota(order_.begin(), order_.end(), 0U);
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            types_.columns[axis].visit([&](const auto codes) {
                for (std::size_t type = 0; type < types_.size(); ++type) {
                    places_[type * axes.size() + axis] = axes[axis].place_of(codes[type]);
                }
            });
        }
        add_box(0, static_cast<std::uint32_t>(order_.size()));
        for (std::size_t box = 0; box < boxes_.size(); ++box) {
            divide(box);
        }
    }

    [[nodiscard]] const Box& box(std::uint32_t number) const { return boxes_[number]; }

    [[nodiscard]] std::uint32_t type_at(std::uint32_t at) const { return order_[at]; }

    /// What a row of the type loses at least together with any row of the box; less than that, but
    /// not below `enough`, if it is above.
    [[nodiscard]] double loss_to_box(std::uint32_t type, std::uint32_t box, double enough) const {
        double loss = 0;
        for (std::size_t axis = 0; axis < axes_.size() && loss < enough; ++axis) {
            const Extent extent = extents_[box * axes_.size() + axis];
            loss += axes_[axis].loss_to(place(type, axis), extent);
        }
        return loss;
    }

    /// What a row of either type loses in a class of both; less than that, but not below `enough`,
    /// if it is above.
    [[nodiscard]] double loss_to_type(std::uint32_t a, std::uint32_t b, double enough) const {
        double loss = 0;
        for (std::size_t axis = 0; axis < axes_.size() && loss < enough; ++axis) {
            const auto [low, high] = std::minmax({place(a, axis), place(b, axis)});
            loss += axes_[axis].loss({low, high});
        }
        return loss;
    }

    [[nodiscard]] std::uint64_t rows(std::uint32_t type) const { return types_.counts[type]; }

private:
    [[nodiscard]] Place place(std::uint32_t type, std::size_t axis) const {
        return places_[type * axes_.size() + axis];
    }

    void add_box(std::uint32_t begin, std::uint32_t end) {
        boxes_.push_back({.begin = begin, .end = end});
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            Extent extent{place(order_[begin], axis), place(order_[begin], axis)};
            for (std::uint32_t at = begin; at < end; ++at) {
                extent.low = std::min(extent.low, place(order_[at], axis));
                extent.high = std::max(extent.high, place(order_[at], axis));
            }
            extents_.push_back(extent);
        }
    }

    /// Divide a box at the middle of the axis that loses most.
    void divide(std::size_t number) {
        const Box box = boxes_[number];
        if (box.end - box.begin <= kLeafTypes) {
            return;
        }
        std::size_t widest = 0;
        double most = -1;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Extent extent = extents_[number * axes_.size() + axis];
            const double loss = extent.low == extent.high ? -1 : axes_[axis].loss(extent);
            if (loss > most) {
                most = loss;
                widest = axis;
            }
        }
        const std::uint32_t middle = box.begin + (box.end - box.begin) / 2;
        std::nth_element(order_.begin() + box.begin,
                         order_.begin() + middle,
                         order_.begin() + box.end,
                         [&](std::uint32_t a, std::uint32_t b) {
                             return std::pair(place(a, widest), a) < std::pair(place(b, widest), b);
                         });
        boxes_[number].below = static_cast<std::uint32_t>(boxes_.size());
        add_box(box.begin, middle);
        add_box(middle, box.end);
    }

    const std::vector<Axis>& axes_;
    const RowTypes& types_;
    std::vector<std::uint32_t> order_;
    std::vector<Place> places_;  ///< of each type, on each axis
    std::vector<Box> boxes_;
    std::vector<Extent> extents_;  ///< of each box, on each axis
};

/// Searches neighbours; one per thread.
class NeighbourSearch {
public:
    NeighbourSearch(const BoxTree& tree, std::uint64_t needed_rows, std::uint64_t visits)
        : tree_(tree), needed_rows_(needed_rows), visits_(visits) {}

    /// What a row of the type loses at least in a class of the rows needed.
    double least_loss(std::uint32_t type) {
        nearest_.clear();
        near_rows_ = 0;
        open_.assign(1, {.loss = tree_.loss_to_box(type, 0, kInfinity), .box = 0});
        for (std::uint64_t visits = 0; !open_.empty();
             visits += look_into(type, open_.back().box)) {
            std::pop_heap(open_.begin(), open_.end(), std::greater<>());
            const double beyond = open_.back().loss;
            if (beyond >= enough()) {
                break;
            }
            if (visits >= visits_) {
                return beyond;  // one of the rows needed is in a box that was not looked at
            }
        }
        return nearest_.front().loss;
    }

private:
    struct OpenBox {
        double loss;
        std::uint32_t box;

        friend bool operator>(const OpenBox& a, const OpenBox& b) {
            return std::pair(a.loss, a.box) > std::pair(b.loss, b.box);
        }
    };

    struct Neighbour {
        double loss;
        std::uint64_t rows;

        friend bool operator<(const Neighbour& a, const Neighbour& b) {
            return std::pair(a.loss, a.rows) < std::pair(b.loss, b.rows);
        }
    };

    /// Rows of this loss or more are not among those needed.
    [[nodiscard]] double enough() const {
        if (near_rows_ < needed_rows_) {
            return kInfinity;
        }
        return nearest_.front().loss;
    }

    /// Take the box that lies behind the others. Returns how many losses were worked out.
    std::uint64_t look_into(std::uint32_t type, std::uint32_t number) {
        open_.pop_back();
        const Box& box = tree_.box(number);
        if (box.below > 0) {
            open(type, box.below);
            open(type, box.below + 1);
            return 2;
        }
        for (std::uint32_t at = box.begin; at < box.end; ++at) {
            add(tree_.loss_to_type(type, tree_.type_at(at), enough()),
                tree_.rows(tree_.type_at(at)));
        }
        return box.end - box.begin;
    }

    void open(std::uint32_t type, std::uint32_t box) {
        const double loss = tree_.loss_to_box(type, box, enough());
        if (loss < enough()) {
            open_.push_back({.loss = loss, .box = box});
            std::push_heap(open_.begin(), open_.end(), std::greater<>());
        }
    }

    /// Keep the nearest rows, no more than are needed but for those of the farthest type.
    void add(double loss, std::uint64_t rows) {
        if (loss >= enough()) {
            return;
        }
        nearest_.push_back({.loss = loss, .rows = rows});
        std::push_heap(nearest_.begin(), nearest_.end());
        near_rows_ += rows;
        while (near_rows_ - nearest_.front().rows >= needed_rows_) {
            near_rows_ -= nearest_.front().rows;
            std::pop_heap(nearest_.begin(), nearest_.end());
            nearest_.pop_back();
        }
    }

    const BoxTree& tree_;
    std::uint64_t needed_rows_;
    std::uint64_t visits_;
    std::vector<OpenBox> open_;       ///< a heap, the nearest in front
    std::vector<Neighbour> nearest_;  ///< a heap, the farthest in front
    std::uint64_t near_rows_ = 0;     ///< of nearest_
};

}  // namespace

double neighbour_bound(const Task& task,
                       const std::vector<Axis>& axes,
                       std::uint64_t effort,
                       unsigned threads) {
    const std::size_t count = task.row_types().size();
    const std::uint64_t visits = count == 0 ? 0 : effort / count;
    if (visits < kLeastVisits) {
        return 0;  // a search would not come far enough to say more than that a loss is no gain
    }
    const BoxTree tree(task, axes);
    const std::size_t parts = count / kTypesAtATime + 1;
    std::vector<double> sums(parts, 0);
    parallel_parts(
        count, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
            NeighbourSearch search(tree, task.least_class_rows(), visits);
            for (std::size_t type = begin; type < end; ++type) {
                sums[part] += static_cast<double>(task.row_types().counts[type]) *
                              search.least_loss(static_cast<std::uint32_t>(type));
            }
        });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace kanon::classes
