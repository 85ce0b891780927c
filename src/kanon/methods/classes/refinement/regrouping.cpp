// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/regrouping.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::classes {

/// Work out anew what those left cost on one axis in the class that grows.
void Regrouping::follow(const Cluster& cluster, std::size_t axis) {
    const Word* const cover = cluster.cover.data() + space_.start(axis);
    space_.visit_costs_with(axis, cover, [&](const auto& cost_of) {
        for (std::size_t i = 0; i < left_.size(); ++i) {
            const RowCost cost = cost_of(space_.place(left_[i], axis));
            RowCost& before = cell_cost_[i * space_.size() + axis];
            row_cost_[i] += cost - before;
            before = cost;
        }
    });
    work_ += left_.size();
}

void Regrouping::drop(std::size_t at) {
    const std::size_t last = left_.size() - 1;
    left_[at] = left_[last];
    blur_[at] = blur_[last];
    row_cost_[at] = row_cost_[last];
    std::copy_n(cell_cost_.begin() + static_cast<std::ptrdiff_t>(last * space_.size()),
                space_.size(),
                cell_cost_.begin() + static_cast<std::ptrdiff_t>(at * space_.size()));
    left_.pop_back();
}

void Regrouping::start(std::size_t at, Cluster& cluster) {
    const std::uint32_t type = left_[at];
    cluster.types.assign(1, type);
    cluster.cover.resize(space_.cover_words());
    space_.take_cover(type, cluster.cover);
    cluster.rows = space_.rows(type);
    cluster.cost = space_.joined_cost(cluster.cover, type);
    drop(at);
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        follow(cluster, axis);
    }
}

void Regrouping::take(std::size_t at, Cluster& cluster) {
    const std::uint32_t type = left_[at];
    cluster.cost = row_cost_[at];
    drop(at);
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        Word* const cover = cluster.cover.data() + space_.start(axis);
        const Place place = space_.place(type, axis);
        if (!space_.axes()[axis].covers(cover, place)) {
            space_.axes()[axis].widen(cover, place);
            follow(cluster, axis);
        }
    }
    cluster.types.push_back(type);
    cluster.rows += space_.rows(type);
}

std::size_t Regrouping::least_increase(const Cluster& cluster) const {
    const auto cost = static_cast<double>(cluster.loss());
    std::size_t chosen = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < left_.size(); ++i) {
        const auto with =
            static_cast<double>(Cluster::loss(cluster.rows + space_.rows(left_[i]), row_cost_[i]));
        const double increase = (with - cost) * blur_[i];
        if (increase < least) {
            least = increase;
            chosen = i;
        }
    }
    return chosen;
}

std::size_t Regrouping::farthest() const {
    std::size_t chosen = 0;
    double most = -1;
    for (std::size_t i = 0; i < left_.size(); ++i) {
        const double cost = static_cast<double>(row_cost_[i]) * blur_[i];
        if (cost > most) {
            most = cost;
            chosen = i;
        }
    }
    return chosen;
}

/// What is left goes where it raises the loss least.
void Regrouping::give_away(std::vector<Cluster>& clusters, std::size_t count) {
    for (const std::uint32_t type : left_) {
        std::size_t chosen = 0;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::size_t i = 0; i < count; ++i) {
            const RowCost cost = space_.joined_cost(clusters[i].cover, type);
            const std::int64_t rise =
                Cluster::loss(clusters[i].rows + space_.rows(type), cost) - clusters[i].loss();
            if (rise < least) {
                least = rise;
                chosen = i;
            }
        }
        add_type(space_, clusters[chosen], type);
        work_ += count * space_.size();
    }
    left_.clear();
}

std::size_t Regrouping::group(std::span<const std::uint32_t> types,
                              std::size_t classes,
                              double blur,
                              Random& random,
                              std::vector<Cluster>& clusters) {
    left_.assign(types.begin(), types.end());
    blur_.resize(left_.size());
    for (double& one : blur_) {
        one = 1 + blur * random.unit();
    }
    row_cost_.assign(left_.size(), 0);
    cell_cost_.assign(left_.size() * space_.size(), 0);
    if (clusters.size() < classes) {
        clusters.resize(classes);
    }
    std::size_t count = 0;
    while (count < classes && !left_.empty()) {
        Cluster& cluster = clusters[count];
        const bool far = count > 0 && random.below(2) == 0;
        start(far ? farthest() : random.below(left_.size()), cluster);
        while (cluster.rows < least_rows_ && !left_.empty()) {
            take(least_increase(cluster), cluster);
        }
        if (cluster.rows < least_rows_) {
            left_ = cluster.types;
            break;
        }
        ++count;
    }
    if (count > 0) {
        give_away(clusters, count);
    }
    return count;
}

}  // namespace kanon::classes
