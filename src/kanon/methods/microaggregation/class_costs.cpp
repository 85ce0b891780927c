// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_costs.hpp"

#include <algorithm>
#include <array>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kLaneGroup = 4;

double product(const double* a, const double* b, std::size_t stride) {
    std::array<double, kLaneGroup> sums{};
    for (std::size_t first = 0; first < stride; first += kLaneGroup) {
        for (std::size_t i = 0; i < kLaneGroup; ++i) {
            sums[i] += a[first + i] * b[first + i];
        }
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

SummedCosts::SummedCosts(const Task& /*task*/, const PointSpace& space, std::size_t class_count)
    : stride_((space.coordinate_count() + kLaneGroup - 1) / kLaneGroup * kLaneGroup),
      lanes_(space.size() * stride_),
      norm_(space.size()),
      sums_(class_count * stride_),
      square_(class_count),
      norms_(class_count),
      rows_(class_count) {
    for (std::uint32_t point = 0; point < space.size(); ++point) {
        std::ranges::copy(space.coordinates(point),
                          lanes_.begin() + static_cast<std::ptrdiff_t>(point * stride_));
        norm_[point] = product(lanes(point), lanes(point), stride_);
    }
}

double SummedCosts::leave(std::uint32_t point, std::uint32_t from) const {
    const double rows = rows_[from];
    if (rows <= 1) {
        return -cost(from);
    }
    const double square =
        square_[from] - 2 * product(sums(from), lanes(point), stride_) + norm_[point];
    return square_[from] / rows - square / (rows - 1) - norm_[point];
}

double SummedCosts::join(std::uint32_t point, std::uint32_t to) const {
    const double rows = rows_[to];
    const double square = square_[to] + 2 * product(sums(to), lanes(point), stride_) + norm_[point];
    return (rows > 0 ? square_[to] / rows : 0) - square / (rows + 1) + norm_[point];
}

double SummedCosts::exchange(std::uint32_t out, std::uint32_t in, std::uint32_t of) const {
    const double* gone = lanes(out);
    const double* come = lanes(in);
    const double* sum = sums(of);
    std::array<double, kLaneGroup> changes{};
    for (std::size_t first = 0; first < stride_; first += kLaneGroup) {
        for (std::size_t i = 0; i < kLaneGroup; ++i) {
            const double change = come[first + i] - gone[first + i];
            changes[i] += change * (2 * sum[first + i] + change);
        }
    }
    const double rise = (changes[0] + changes[1]) + (changes[2] + changes[3]);
    return norm_[in] - norm_[out] - rise / rows_[of];
}

void SummedCosts::add(std::uint32_t point, std::uint32_t to) {
    double* sum = sums_.data() + to * stride_;
    for (std::size_t i = 0; i < stride_; ++i) {
        sum[i] += lanes(point)[i];
    }
    rows_[to] += 1;
    norms_[to] += norm_[point];
    square_[to] = product(sum, sum, stride_);
}

void SummedCosts::remove(std::uint32_t point, std::uint32_t from) {
    double* sum = sums_.data() + from * stride_;
    for (std::size_t i = 0; i < stride_; ++i) {
        sum[i] -= lanes(point)[i];
    }
    rows_[from] -= 1;
    norms_[from] -= norm_[point];
    square_[from] = product(sum, sum, stride_);
}

void SummedCosts::settle(std::uint32_t one, std::span<const std::uint32_t> points) {
    std::fill_n(sums_.begin() + static_cast<std::ptrdiff_t>(one * stride_), stride_, 0.0);
    rows_[one] = 0;
    norms_[one] = 0;
    square_[one] = 0;
    for (const std::uint32_t point : points) {
        add(point, one);
    }
}

CountedCosts::CountedCosts(const Task& task, const PointSpace& space, std::size_t class_count)
    : space_(space), checker_(task, space), points_(class_count), costs_(class_count) {}

double CountedCosts::leave(std::uint32_t point, std::uint32_t from) const {
    return cost_without(from, point) - costs_[from];
}

double CountedCosts::join(std::uint32_t point, std::uint32_t to) const {
    std::vector<std::uint32_t> points = points_[to];
    points.push_back(point);
    return cost_of(space_, points) - costs_[to];
}

double CountedCosts::exchange(std::uint32_t out, std::uint32_t in, std::uint32_t of) const {
    std::vector<std::uint32_t> points = points_[of];
    std::ranges::replace(points, out, in);
    return cost_of(space_, points) - costs_[of];
}

void CountedCosts::add(std::uint32_t point, std::uint32_t to) {
    points_[to].push_back(point);
    costs_[to] = cost_of(space_, points_[to]);
}

void CountedCosts::remove(std::uint32_t point, std::uint32_t from) {
    std::erase(points_[from], point);
    costs_[from] = points_[from].empty() ? 0 : cost_of(space_, points_[from]);
}

void CountedCosts::settle(std::uint32_t one, std::span<const std::uint32_t> points) {
    points_[one].assign(points.begin(), points.end());
    costs_[one] = points.empty() ? 0 : cost_of(space_, points);
}

double CountedCosts::cost_without(std::uint32_t one, std::uint32_t point) const {
    std::vector<std::uint32_t> points = points_[one];
    std::erase(points, point);
    return points.empty() ? 0 : cost_of(space_, points);
}

}  // namespace kanon::microaggregation
