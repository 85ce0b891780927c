// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/part_clusters.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::linked {
namespace {

constexpr std::size_t kNearClasses = 3;

/// The subjects of a class without one of them.
std::vector<std::uint32_t> without(const ClassTemplate& of, std::size_t place) {
    std::vector<std::uint32_t> out = of.root.rows;
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(place));
    return out;
}

}  // namespace

std::size_t PartClusters::farthest(const std::vector<std::uint32_t>& open) {
    std::size_t out = 0;
    float most = -1;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const float away = classes.empty() ? joiner_.ground().of(0).tree_weight[open[i]]
                                           : joiner_.increase(classes.back(), open[i]);
        if (away > most) {
            most = away;
            out = i;
        }
    }
    return out;
}

void PartClusters::fill(ClassTemplate& to, std::vector<std::uint32_t>& open) {
    while (to.size() < k_) {
        std::size_t best = 0;
        float least = std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < open.size(); ++i) {
            const float cost = joiner_.increase(to, open[i], least);
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        joiner_.join(to, open[best]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
    }
}

void PartClusters::place_rest(const std::vector<std::uint32_t>& open) {
    for (const std::uint32_t subject : open) {
        std::size_t best = 0;
        float least = std::numeric_limits<float>::infinity();
        for (std::size_t c = 0; c < classes.size(); ++c) {
            const float cost = joiner_.increase(classes[c], subject, least);
            if (cost < least) {
                least = cost;
                best = c;
            }
        }
        joiner_.join(classes[best], subject);
    }
}

void PartClusters::make(std::span<const std::uint32_t> subjects) {
    std::vector<std::uint32_t> open(subjects.begin(), subjects.end());
    if (open.size() < k_) {
        left_out.insert(left_out.end(), open.begin(), open.end());
        return;
    }
    while (open.size() >= k_) {
        const std::size_t first = farthest(open);
        ClassTemplate made = joiner_.begin(open[first]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(first));
        fill(made, open);
        classes.push_back(std::move(made));
    }
    place_rest(open);
}

/// The classes whose first subject costs least here.
std::vector<std::size_t> PartClusters::near_classes(std::size_t at) {
    std::vector<std::pair<float, std::size_t>> near;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (c != at) {
            near.emplace_back(joiner_.increase(classes[at], classes[c].root.rows.front()), c);
        }
    }
    const std::size_t kept = std::min(near.size(), kNearClasses);
    std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(kept));
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < kept; ++i) {
        out.push_back(near[i].second);
    }
    return out;
}

bool PartClusters::move_or_exchange(std::size_t from, std::size_t place, std::size_t to) {
    constexpr double kGain = 1e-4;  // sums of floats are no closer
    const std::uint32_t subject = classes[from].root.rows[place];
    const double before = classes[from].cost + classes[to].cost;
    const std::vector<std::uint32_t> rest = without(classes[from], place);
    const ClassTemplate left = joiner_.of(rest);
    if (rest.size() >= k_) {
        const double after = left.cost + classes[to].cost + joiner_.increase(classes[to], subject);
        if (after < before - kGain) {
            classes[from] = left;
            joiner_.join(classes[to], subject);
            return true;
        }
    }
    for (std::size_t other = 0; other < classes[to].size(); ++other) {
        const std::uint32_t partner = classes[to].root.rows[other];
        const double joined = left.cost + joiner_.increase(left, partner);
        if (joined >= before - kGain) {
            continue;
        }
        ClassTemplate given = joiner_.of(without(classes[to], other));
        if (joined + given.cost + joiner_.increase(given, subject) < before - kGain) {
            classes[from] = left;
            joiner_.join(classes[from], partner);
            joiner_.join(given, subject);
            classes[to] = std::move(given);
            return true;
        }
    }
    return false;
}

bool PartClusters::improve_class(std::size_t at) {
    bool better = false;
    for (const std::size_t other : near_classes(at)) {
        for (std::size_t place = 0; place < classes[at].size(); ++place) {
            better = move_or_exchange(at, place, other) || better;
        }
    }
    return better;
}

void PartClusters::improve(std::size_t rounds) {
    for (std::size_t round = 0; round < rounds && classes.size() > 1; ++round) {
        bool better = false;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            better = improve_class(c) || better;
        }
        if (!better) {
            return;
        }
    }
}

std::size_t PartClusters::cheapest_to_join(std::size_t at) {
    std::size_t best = classes.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (c == at) {
            continue;
        }
        ClassTemplate both = classes[c];
        for (const std::uint32_t subject : classes[at].root.rows) {
            joiner_.join(both, subject);
        }
        const double cost = both.cost - classes[c].cost;
        if (cost < least) {
            least = cost;
            best = c;
        }
    }
    return best;
}

void PartClusters::keep_models() {
    if (models_.is_k_alone()) {
        return;
    }
    for (std::size_t at = 0; at < classes.size();) {
        if (models_.holds(classes[at])) {
            ++at;
            continue;
        }
        const std::size_t to = cheapest_to_join(at);
        const std::vector<std::uint32_t> subjects = classes[at].root.rows;
        if (to == classes.size()) {
            left_out.insert(left_out.end(), subjects.begin(), subjects.end());
        } else {
            for (const std::uint32_t subject : subjects) {
                joiner_.join(classes[to], subject);
            }
        }
        classes.erase(classes.begin() + static_cast<std::ptrdiff_t>(at));
        at = 0;  // one that held may not now
    }
}

}  // namespace kanon::linked
