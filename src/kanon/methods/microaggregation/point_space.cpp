// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/point_space.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace kanon::microaggregation {
namespace {

using Kind = Aggregate::Kind;

/// The attributes in the order of their names.
std::vector<std::size_t> by_name(const Task& task) {
    std::vector<std::size_t> order(task.quasi_identifiers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(
        order, {}, [&](std::size_t j) -> const auto& { return task.quasi_identifiers[j].name; });
    return order;
}

double total_weight(const Task& task) {
    double total = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        total += attribute.weight;
    }
    return total;
}

}  // namespace

struct PointSpace::Lane {
    std::size_t attribute = 0;
    SquaredError error;
    double weight = 0;                  ///< in all weights, then over SST
    std::vector<double> place_of_code;  ///< of a mode: none
};

SquaredError squared_error(const Task& task, std::size_t attribute) {
    const QuasiIdentifier& one = task.quasi_identifiers[attribute];
    KANON_CHECK(one.aggregate.has_value());
    const RowTypes& types = task.row_types();
    std::vector<std::uint64_t> rows(one.dictionary().size());
    types.columns[attribute].visit([&](const auto codes) {
        for (std::size_t type = 0; type < codes.size(); ++type) {
            rows[codes[type]] += types.counts[type];
        }
    });
    return {one.dictionary(), *one.aggregate, rows};
}

PointSpace::PointSpace(const Task& task) {
    number_points(task);
    add_lanes(task);
}

double PointSpace::distance(std::uint32_t a, std::uint32_t b) const {
    const double* from = coordinates_.data() + a * coordinate_count_;
    const double* to = coordinates_.data() + b * coordinate_count_;
    double sum = 0;
    for (std::size_t lane = 0; lane < coordinate_count_; ++lane) {
        const double away = from[lane] - to[lane];
        sum += away * away;
    }
    const Code* left = codes_.data() + a * code_count();
    const Code* right = codes_.data() + b * code_count();
    for (std::size_t lane = 0; lane < code_count(); ++lane) {
        sum += left[lane] == right[lane] ? 0 : code_weights_[lane];
    }
    return sum;
}

void PointSpace::number_points(const Task& task) {
    const RowTypes& types = task.row_types();
    by_rows_ = task.tracked.empty();
    std::vector<std::uint32_t> order(types.size());
    std::iota(order.begin(), order.end(), 0U);
    const std::vector<std::size_t> attributes = by_name(task);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        for (const std::size_t j : attributes) {
            const Code left = types.columns[j][a];
            const Code right = types.columns[j][b];
            if (left != right) {
                return left < right;
            }
        }
        return false;
    });
    for (const std::uint32_t type : order) {
        const std::uint32_t points = by_rows_ ? types.counts[type] : 1;
        type_of_point_.insert(type_of_point_.end(), points, type);
        rows_.insert(rows_.end(), points, by_rows_ ? 1 : types.counts[type]);
    }
}

void PointSpace::add_lanes(const Task& task) {
    const double weights = total_weight(task);
    std::array<std::vector<Lane>, 3> lanes;  // by the kind of aggregate
    for (const std::size_t j : by_name(task)) {
        const QuasiIdentifier& attribute = task.quasi_identifiers[j];
        SquaredError error = squared_error(task, j);
        if (error.whole() > 0 && attribute.weight > 0) {
            lanes[static_cast<std::size_t>(attribute.aggregate->kind)].push_back(
                {.attribute = j, .error = std::move(error), .weight = attribute.weight / weights});
        }
    }
    mean_count_ = lanes[static_cast<std::size_t>(Kind::mean)].size();
    coordinate_count_ = mean_count_ + lanes[static_cast<std::size_t>(Kind::median)].size();
    for (std::vector<Lane>& of_kind : lanes) {
        for (Lane& lane : of_kind) {
            add_lane(task, lane);
        }
    }
    exact_.settle();
    fill_points(task, lanes);
}

void PointSpace::add_lane(const Task& task, Lane& lane) {
    const QuasiIdentifier& attribute = task.quasi_identifiers[lane.attribute];
    lane.weight /= exact_.add(task, lane.attribute, lane.error);
    if (attribute.aggregate->kind == Kind::mode) {
        code_weights_.push_back(lane.weight);
        domain_sizes_.push_back(attribute.dictionary().size());
        return;
    }
    // Coordinates lie about 0, so that sums of them lose few digits.
    const Axis axis{.middle = lane.error.place(ReleasedValue{}, ReleasedDomain{}),
                    .scale = std::sqrt(lane.weight)};
    axes_.push_back(axis);
    lane.place_of_code.resize(attribute.dictionary().size());
    double largest = std::abs(axis.middle);
    for (Code code = 0; code < attribute.dictionary().value_count(); ++code) {
        const double place = lane.error.place(code);
        largest = std::max(largest, std::abs(place));
        lane.place_of_code[code] = (place - axis.middle) * axis.scale;
    }
    reach_ = std::hypot(reach_, 2 * largest * axis.scale);
}

void PointSpace::fill_points(const Task& task, std::span<const std::vector<Lane>> lanes) {
    coordinates_.reserve(size() * coordinate_count_);
    codes_.reserve(size() * code_count());
    for (const std::uint32_t type : type_of_point_) {
        for (const std::vector<Lane>& of_kind : lanes) {
            for (const Lane& lane : of_kind) {
                const Code code = task.row_types().columns[lane.attribute][type];
                if (lane.place_of_code.empty()) {
                    codes_.push_back(code);
                } else {
                    coordinates_.push_back(lane.place_of_code[code]);
                }
            }
        }
    }
}

}  // namespace kanon::microaggregation
