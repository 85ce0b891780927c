// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/classes_of_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// What classes cost while points move between them: two ways to know it, with the same face, one
/// by sums for means of single rows, one by looking at all points of a class for all else.
namespace kanon::microaggregation {

/// Sums of coordinates: a change is worked out in O(lanes) whatever the size of the class.
class SummedCosts {
public:
    SummedCosts(const Task& task, const PointSpace& space, std::size_t class_count);

    /// What the cost of a class changes by if a point leaves or joins it, or one goes and one
    /// comes.
    [[nodiscard]] double leave(std::uint32_t point, std::uint32_t from) const;
    [[nodiscard]] double join(std::uint32_t point, std::uint32_t to) const;
    [[nodiscard]] double exchange(std::uint32_t out, std::uint32_t in, std::uint32_t of) const;

    void add(std::uint32_t point, std::uint32_t to);
    void remove(std::uint32_t point, std::uint32_t from);

    /// Forget a class's sums and take them anew, so that what is lost in the last digits does not
    /// add up.
    void settle(std::uint32_t one, std::span<const std::uint32_t> points);

    [[nodiscard]] double cost(std::uint32_t one) const {
        return rows_[one] > 0 ? norms_[one] - square_[one] / rows_[one] : 0;
    }

    /// True if it may be released: with enough rows it always may.
    [[nodiscard]] static bool holds(std::uint32_t /*one*/) { return true; }

private:
    [[nodiscard]] const double* sums(std::uint32_t one) const {
        return sums_.data() + one * stride_;
    }

    [[nodiscard]] const double* lanes(std::uint32_t point) const {
        return lanes_.data() + point * stride_;
    }

    std::size_t stride_;          ///< lanes, padded with zeros
    std::vector<double> lanes_;   ///< of the points
    std::vector<double> norm_;    ///< per point: its square
    std::vector<double> sums_;    ///< per class
    std::vector<double> square_;  ///< per class: of its sum
    std::vector<double> norms_;   ///< per class: sum of the squares of its points
    std::vector<double> rows_;    ///< per class
};

/// All points of a class anew: O(points log points lanes) for each change. Asks the models.
class CountedCosts {
public:
    CountedCosts(const Task& task, const PointSpace& space, std::size_t class_count);

    [[nodiscard]] double leave(std::uint32_t point, std::uint32_t from) const;
    [[nodiscard]] double join(std::uint32_t point, std::uint32_t to) const;
    [[nodiscard]] double exchange(std::uint32_t out, std::uint32_t in, std::uint32_t of) const;

    void add(std::uint32_t point, std::uint32_t to);
    void remove(std::uint32_t point, std::uint32_t from);
    void settle(std::uint32_t one, std::span<const std::uint32_t> points);

    [[nodiscard]] double cost(std::uint32_t one) const { return costs_[one]; }

    /// True if it may be released, or has no points.
    [[nodiscard]] bool holds(std::uint32_t one) {
        return points_[one].empty() || checker_.holds(points_[one]);
    }

private:
    [[nodiscard]] double cost_without(std::uint32_t one, std::uint32_t point) const;

    const PointSpace& space_;
    PointChecker checker_;
    Classes points_;
    std::vector<double> costs_;
};

}  // namespace kanon::microaggregation
