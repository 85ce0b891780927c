// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::attack {

/// Points nearer to a place than a distance, and those as near.
struct NearPoints {
    std::uint64_t nearer = 0;
    std::uint64_t as_near = 0;
};

/// Points in space, for questions of how many are near. Squared distances that differ by less than
/// a part in 10^9 count as equal. Safe to share between threads.
class PointTree {
public:
    /// `coordinates`: of n points side by side, `dimensions` of each; finite. Equal points are kept
    /// once, with their number. Cost O(n d log n). \pre dimensions >= 1
    PointTree(const std::vector<double>& coordinates, std::size_t dimensions);

    /// Distinct points.
    [[nodiscard]] std::size_t size() const { return rows_.size(); }

    /// Count the points whose squared distance from a place is below a limit, and those at it. A
    /// coordinate of the place that is not a number is not looked at. Stops where `enough` points
    /// are nearer: then `as_near` is not whole. Cost O(d log n) for points that are spread and a
    /// small `enough`, at most O(n d).
    [[nodiscard]] NearPoints count(std::span<const double> place,
                                   double limit,
                                   std::uint64_t enough) const;

    /// The squared distance of a place from a point, summed as count() does.
    [[nodiscard]] static double distance(std::span<const double> place,
                                         std::span<const double> point);

private:
    /// Points begin .. end - 1 in a box. A leaf has no halves.
    struct Node {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t halves = 0;  ///< the first of two nodes side by side; 0: none
    };

    struct Query;

    void merge_equal(const std::vector<double>& coordinates);
    void bound(const Node& node);
    void divide(std::size_t node);

    [[nodiscard]] std::span<const double> point(std::size_t index) const {
        return std::span(coordinates_).subspan(index * dimensions_, dimensions_);
    }

    [[nodiscard]] double box_distance(std::size_t node, std::span<const double> place) const;
    void visit(std::size_t node, Query& query) const;

    std::size_t dimensions_;
    std::vector<double> coordinates_;  ///< of the distinct points, in the order of the leaves
    std::vector<std::uint64_t> rows_;  ///< of each
    std::vector<Node> nodes_;
    std::vector<double> boxes_;  ///< per node: least and greatest of each dimension
};

}  // namespace kanon::attack
