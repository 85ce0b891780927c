// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/microaggregation/active_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"
#include "kanon/task/class_checker.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// Points put into classes, each point into one.
using Classes = std::vector<std::vector<std::uint32_t>>;

/// Mean, lower median or most frequent code (the least of several) of each lane over the rows of
/// the points. Cost O(points log points lanes). \pre there are points
[[nodiscard]] Target centre_of(const PointSpace& space, std::span<const std::uint32_t> points);

/// The same, with its exact place.
[[nodiscard]] Target exact_centre_of(const PointSpace& space,
                                     std::span<const std::uint32_t> points);

/// Rows of the points.
[[nodiscard]] std::uint64_t rows_of(const PointSpace& space, std::span<const std::uint32_t> points);

/// The squared distance of a point from a place. Cost O(lanes).
[[nodiscard]] double distance(const PointSpace& space, std::uint32_t point, const Target& target);

/// The sum of squared distances of the rows of the points from their centre: what a class of them
/// adds to the loss. Cost as centre_of().
[[nodiscard]] double cost_of(const PointSpace& space, std::span<const std::uint32_t> points);

/// Asks the models about classes of points. Keeps its buffers: one object per thread. Borrows task
/// and space.
class PointChecker {
public:
    PointChecker(const Task& task, const PointSpace& space) : space_(&space), checker_(task) {}

    /// True if a class of rows is judged by their number alone.
    [[nodiscard]] bool rows_decide() const { return checker_.rows_decide(); }

    /// True if every model holds for the rows of the points.
    [[nodiscard]] bool holds(std::span<const std::uint32_t> points);

private:
    const PointSpace* space_;
    ClassChecker checker_;
    std::vector<std::uint32_t> types_;
};

/// Put classes that do not hold every model together with others, one after the other, each with
/// the class whose centre lies nearest, the squared distance times the rows of both over their sum
/// (what the sum of squares of means rises by), until all hold or one is left.
/// Cost O(f c lanes) for f classes that fail among c. Of equally near classes the first.
void join_failing(const Task& task, const PointSpace& space, Classes& classes);

/// The points not yet in a class, as classes of neighbours in the order of their numbers, each of
/// as few as have enough rows; the last ones join the class before, or, if there is none, are one.
/// What a search does that was stopped. Cost O(points).
void divide_rest(const PointSpace& space,
                 std::vector<std::uint32_t> rest,
                 std::uint64_t least_rows,
                 Classes& classes);

/// True if a search that takes class after class out of the points left must end after so many
/// steps; what is left is divided then (divide_rest()). Else it is reported how far the search is.
[[nodiscard]] bool ends_early(const PointSpace& space,
                              const ActivePoints& left,
                              std::uint64_t least_rows,
                              std::uint64_t steps,
                              const RunContext& context,
                              Classes& classes);

}  // namespace kanon::microaggregation
