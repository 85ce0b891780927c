// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/point_space.hpp"

#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// A place in a PointSpace, be there a point or not.
struct Target {
    std::vector<double> coordinates;
    std::vector<Code> codes;
    ExactPlace exact{};  ///< the same without rounding; empty where nobody compares by it
};

[[nodiscard]] Target target_at(const PointSpace& space, std::uint32_t point);

/// A point and its squared distance.
struct Near {
    double distance = 0;
    std::uint32_t point = 0;

    /// By distance, as rounded, then by number.
    friend bool operator<(const Near& a, const Near& b) {
        return a.distance < b.distance || (a.distance == b.distance && a.point < b.point);
    }
};

/// Which of two points is nearer to a place, decided exactly: by their distances where these differ
/// by more than roundings come to, else by exact ones. Borrows both.
class Nearness {
public:
    /// \pre the target has its exact place
    Nearness(const PointSpace& space, const Target& from) : space_(space), from_(from) {}

    /// By distance, then by number.
    [[nodiscard]] bool comes_before(const Near& a, const Near& b) const {
        const std::strong_ordering order = compare(a, b);
        return std::is_lt(order) || (std::is_eq(order) && a.point < b.point);
    }

    /// True if a is farther, or as far and of the lower number.
    [[nodiscard]] bool is_farther(const Near& a, const Near& b) const {
        const std::strong_ordering order = compare(a, b);
        return std::is_gt(order) || (std::is_eq(order) && a.point < b.point);
    }

    /// The greatest distance that may be as short as this one.
    [[nodiscard]] double highest_alike(double distance) const {
        return std::isinf(distance) ? distance : distance + 2 * space_.slack(distance);
    }

    /// The least distance that may be as long as this one.
    [[nodiscard]] double lowest_alike(double distance) const {
        return distance - 2 * space_.slack(distance);
    }

private:
    [[nodiscard]] std::strong_ordering compare(const Near& a, const Near& b) const;

    const PointSpace& space_;
    const Target& from_;
};

/// What one look at all points from a target finds.
struct Looked {
    std::vector<Near> nearest;  ///< ascending; of equal distances the lower number first
    Near farthest;              ///< of equal distances the lowest number
};

/// The points that are in no class yet: their centre, and the nearest and farthest from anywhere.
/// Lanes lie one after the other, without gaps however many points were taken, so that a look runs
/// through memory once, several points at a time and on all threads. Same result for any number of
/// threads.
class ActivePoints {
public:
    /// All points of a space, or some. Memory 8 bytes for each coordinate, 4 for each code. Borrows
    /// the space.
    ActivePoints(const PointSpace& space, unsigned threads);
    ActivePoints(const PointSpace& space, std::vector<std::uint32_t> points, unsigned threads);

    [[nodiscard]] std::size_t size() const { return points_.size(); }

    /// Rows of all points.
    [[nodiscard]] std::uint64_t rows() const { return rows_; }

    [[nodiscard]] const std::vector<std::uint32_t>& points() const { return points_; }

    [[nodiscard]] bool contains(std::uint32_t point) const { return places_[point] != kTaken; }

    /// Take a point out. Cost O(lanes).
    void take(std::uint32_t point);

    /// Mean, lower median or most frequent code (the least of several) of each lane, over rows,
    /// exactly. Cost O(lanes), and O(distinct values) for each median or mode.
    [[nodiscard]] Target centre() const;

    /// The nearest points, at most `count`, and the farthest one. Cost O(size lanes).
    /// \pre size() > 0
    [[nodiscard]] Looked look(const Target& from, std::size_t count) const;

private:
    static constexpr std::uint32_t kTaken = 0xFFFFFFFFU;

    /// How many rows have each value of a lane that has no sum: places ascend with the values.
    struct Counts {
        std::vector<SignedWide> values;  ///< of a median, in units
        std::vector<std::uint64_t> rows;
        std::vector<std::uint32_t> place_of_point;
    };

    [[nodiscard]] SignedWide units_of(std::uint32_t point, std::size_t lane) const;
    void count_values();
    void look_in(std::size_t begin, std::size_t end, const Target& from, Looked& out) const;
    void look_in_block(std::size_t begin,
                       std::span<const double> distances,
                       const Nearness& nearness,
                       Looked& out) const;

    const PointSpace& space_;
    unsigned threads_;
    std::vector<std::uint32_t> points_;  ///< place -> point
    std::vector<std::uint32_t> places_;  ///< point -> place, or kTaken
    std::vector<std::vector<double>> coordinates_;
    std::vector<std::vector<Code>> codes_;
    std::vector<SignedWide> sums_;  ///< per lane of means, in units
    std::vector<Counts> counts_;    ///< per lane of medians, then of codes
    std::uint64_t rows_ = 0;
};

}  // namespace kanon::microaggregation
