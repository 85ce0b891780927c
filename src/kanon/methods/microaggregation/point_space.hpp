// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/exact_places.hpp"
#include "kanon/quality/squared_error.hpp"
#include "kanon/task/task.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// The errors of an attribute's aggregates, over all rows of the task. \pre it has an aggregate.
/// Cost O(t + distinct values).
[[nodiscard]] SquaredError squared_error(const Task& task, std::size_t attribute);

/// The rows of a task as points, so placed that the sum of the squared distances of all points from
/// the aggregates of their classes is the loss, SSE / SST of SquaredError (but for the rounding of
/// means). A point has a lane for each attribute that can lose: of means and medians a coordinate,
/// of modes a code; two codes are as far apart as the lane weighs.
///
/// A point is a row. Where columns are tracked, for models that look at values or a class
/// attribute, it is a row type with all its rows. Points are numbered by their values, on the
/// attributes in the order of their names, so that no tie is broken by the order of columns or
/// rows. Coordinates and distances are rounded; which of two is less where that could decide, the
/// exact places say.
class PointSpace {
public:
    /// \pre every quasi-identifier has an aggregate. Cost O(n log n m). Borrows the task.
    explicit PointSpace(const Task& task);

    [[nodiscard]] std::size_t size() const { return type_of_point_.size(); }

    [[nodiscard]] std::uint32_t type(std::uint32_t point) const { return type_of_point_[point]; }

    [[nodiscard]] std::uint32_t rows(std::uint32_t point) const { return rows_[point]; }

    /// True if every point is one row.
    [[nodiscard]] bool by_rows() const { return by_rows_; }

    /// Lanes of means come first among the coordinates, then those of medians.
    [[nodiscard]] std::size_t coordinate_count() const { return coordinate_count_; }

    [[nodiscard]] std::size_t mean_count() const { return mean_count_; }

    [[nodiscard]] std::size_t code_count() const { return code_weights_.size(); }

    /// The coordinates of a point side by side.
    [[nodiscard]] std::span<const double> coordinates(std::uint32_t point) const {
        return std::span(coordinates_).subspan(point * coordinate_count_, coordinate_count_);
    }

    /// The codes of a point side by side.
    [[nodiscard]] std::span<const Code> codes(std::uint32_t point) const {
        return std::span(codes_).subspan(point * code_count(), code_count());
    }

    /// The squared distance of two points that differ in this lane of codes alone.
    [[nodiscard]] const std::vector<double>& code_weights() const { return code_weights_; }

    /// Values that a lane of codes may have.
    [[nodiscard]] const std::vector<std::size_t>& domain_sizes() const { return domain_sizes_; }

    /// The squared distance of two points. Cost O(lanes).
    [[nodiscard]] double distance(std::uint32_t a, std::uint32_t b) const;

    [[nodiscard]] const ExactPlaces& exact() const { return exact_; }

    /// The coordinate of a mean, or of a place of a median, given as units and rows of an
    /// ExactPlace. Cost O(1).
    [[nodiscard]] double coordinate(std::size_t lane, SignedWide units, std::uint64_t rows) const {
        const double place = static_cast<double>(units) / static_cast<double>(rows);
        return (place / exact_.one(lane) - axes_[lane].middle) * axes_[lane].scale;
    }

    /// How far a squared distance may be off by rounding: two that differ by no more than twice
    /// that are compared exactly.
    [[nodiscard]] double slack(double distance) const {
        return kRounding * (distance + std::sqrt(distance) * reach_ + kRounding * reach_ * reach_);
    }

    /// True if all lanes are means and every point one row: then classes are judged by their sums.
    [[nodiscard]] bool has_means_alone() const {
        return by_rows_ && mean_count_ == coordinate_count_ && code_weights_.empty();
    }

private:
    /// What a lane of coordinates makes of places: (place - middle) * scale.
    struct Axis {
        double middle = 0;
        double scale = 1;
    };

    static constexpr double kRounding = 1e-14;  ///< some dozens of roundings

    struct Lane;

    void number_points(const Task& task);
    void add_lanes(const Task& task);
    void add_lane(const Task& task, Lane& lane);
    void fill_points(const Task& task, std::span<const std::vector<Lane>> lanes);

    std::vector<std::uint32_t> type_of_point_;
    std::vector<std::uint32_t> rows_;
    bool by_rows_ = true;
    std::size_t coordinate_count_ = 0;
    std::size_t mean_count_ = 0;
    std::vector<double> coordinates_;
    std::vector<Code> codes_;
    std::vector<double> code_weights_;
    std::vector<std::size_t> domain_sizes_;
    ExactPlaces exact_;
    std::vector<Axis> axes_;  ///< of the lanes of coordinates
    double reach_ = 0;        ///< the size of what coordinates are made of
};

}  // namespace kanon::microaggregation
