// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/point_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::attack {
namespace {

constexpr std::uint32_t kLeafPoints = 8;
constexpr double kEqualDistances = 1e-9;  ///< as a share of the squared distance

}  // namespace

struct PointTree::Query {
    std::span<const double> place;
    double below;  ///< squared distances less than this are nearer
    double up_to;  ///< those from there to this as near
    std::uint64_t enough;
    NearPoints found{};
};

PointTree::PointTree(const std::vector<double>& coordinates, std::size_t dimensions)
    : dimensions_(dimensions) {
    merge_equal(coordinates);
    nodes_.push_back({.begin = 0, .end = static_cast<std::uint32_t>(rows_.size())});
    bound(nodes_[0]);
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (nodes_[node].end - nodes_[node].begin > kLeafPoints) {
            divide(node);
        }
    }
}

void PointTree::merge_equal(const std::vector<double>& coordinates) {
    const std::size_t points = coordinates.size() / dimensions_;
    const auto of = [&](std::uint32_t index) {
        return std::span(coordinates).subspan(index * dimensions_, dimensions_);
    };
    std::vector<std::uint32_t> order(points);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return std::ranges::lexicographical_compare(of(a), of(b));
    });
    for (std::size_t i = 0; i < points; ++i) {
        if (i > 0 && std::ranges::equal(of(order[i - 1]), of(order[i]))) {
            ++rows_.back();
            continue;
        }
        const std::span<const double> added = of(order[i]);
        coordinates_.insert(coordinates_.end(), added.begin(), added.end());
        rows_.push_back(1);
    }
}

void PointTree::bound(const Node& node) {
    const std::size_t at = boxes_.size();
    boxes_.resize(at + 2 * dimensions_);
    for (std::size_t j = 0; j < dimensions_; ++j) {
        double least = std::numeric_limits<double>::infinity();
        double greatest = -least;
        for (std::size_t index = node.begin; index < node.end; ++index) {
            least = std::min(least, point(index)[j]);
            greatest = std::max(greatest, point(index)[j]);
        }
        boxes_[at + 2 * j] = least;
        boxes_[at + 2 * j + 1] = greatest;
    }
}

void PointTree::divide(std::size_t node) {
    const Node whole = nodes_[node];
    const std::span<const double> box =
        std::span(boxes_).subspan(node * 2 * dimensions_, 2 * dimensions_);
    std::size_t widest = 0;
    for (std::size_t j = 1; j < dimensions_; ++j) {
        if (box[2 * j + 1] - box[2 * j] > box[2 * widest + 1] - box[2 * widest]) {
            widest = j;
        }
    }
    std::vector<std::uint32_t> order(whole.end - whole.begin);
    std::iota(order.begin(), order.end(), whole.begin);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t index) { return point(index)[widest]; });
    std::vector<double> coordinates;
    std::vector<std::uint64_t> rows;
    coordinates.reserve(order.size() * dimensions_);
    rows.reserve(order.size());
    for (const std::uint32_t index : order) {
        coordinates.insert(coordinates.end(), point(index).begin(), point(index).end());
        rows.push_back(rows_[index]);
    }
    std::ranges::copy(
        coordinates, coordinates_.begin() + static_cast<std::ptrdiff_t>(whole.begin * dimensions_));
    std::ranges::copy(rows, rows_.begin() + whole.begin);
    const std::uint32_t middle = std::midpoint(whole.begin, whole.end);
    nodes_[node].halves = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.begin = whole.begin, .end = middle});
    bound(nodes_.back());
    nodes_.push_back({.begin = middle, .end = whole.end});
    bound(nodes_.back());
}

double PointTree::box_distance(std::size_t node, std::span<const double> place) const {
    const std::span<const double> box =
        std::span(boxes_).subspan(node * 2 * dimensions_, 2 * dimensions_);
    double sum = 0;
    for (std::size_t j = 0; j < dimensions_; ++j) {
        if (!std::isnan(place[j])) {
            const double apart = std::max({box[2 * j] - place[j], place[j] - box[2 * j + 1], 0.0});
            sum += apart * apart;
        }
    }
    return sum;
}

double PointTree::distance(std::span<const double> place, std::span<const double> point) {
    double sum = 0;
    for (std::size_t j = 0; j < place.size(); ++j) {
        const double apart = place[j] - point[j];
        sum += std::isnan(apart) ? 0 : apart * apart;
    }
    return sum;
}

void PointTree::visit(std::size_t node, Query& query) const {
    const Node& here = nodes_[node];
    if (here.halves == 0) {
        for (std::size_t index = here.begin; index < here.end; ++index) {
            const double apart = distance(query.place, point(index));
            query.found.nearer += apart < query.below ? rows_[index] : 0;
            query.found.as_near += apart >= query.below && apart <= query.up_to ? rows_[index] : 0;
        }
        return;
    }
    std::pair first{box_distance(here.halves, query.place), std::size_t{here.halves}};
    std::pair second{box_distance(here.halves + 1, query.place), here.halves + std::size_t{1}};
    if (second < first) {
        std::swap(first, second);
    }
    for (const auto& [apart, half] : {first, second}) {
        if (apart <= query.up_to && query.found.nearer < query.enough) {
            visit(half, query);
        }
    }
}

NearPoints PointTree::count(std::span<const double> place,
                            double limit,
                            std::uint64_t enough) const {
    Query query{.place = place,
                .below = limit * (1 - kEqualDistances),
                .up_to = limit * (1 + kEqualDistances),
                .enough = enough};
    visit(0, query);
    return query.found;
}

}  // namespace kanon::attack
