// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/region_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::uint64_t kTriedPerPoll = 256;  ///< changes tried between two looks at the clock
/// How often a change is of a kind; measured on tables of 10^3 to 10^5 rows for k of 2 to 100.
constexpr double kMoves = 0.15;        ///< a type moves; else classes are grouped anew
constexpr double kThreeClasses = 0.5;  ///< three classes, not two
constexpr double kOneMore = 0.5;       ///< in one class more, where there are the rows
constexpr double kOneFewer = 0.06;     ///< else in one class fewer
constexpr double kExact = 0.7;         ///< of a few types the best classes of all
/// How much costs are blurred: to choose near classes, and to group them.
constexpr double kNearBlur = 1.0;
constexpr double kGroupBlur = 0.5;

constexpr double kGreatestCost = std::numeric_limits<RowCost>::max();

}  // namespace

RegionSearch::RegionSearch(const Task& task,
                           const TypeSpace& space,
                           std::vector<Cluster>& clusters,
                           std::span<std::uint32_t> cluster_of,
                           Random random)
    : task_(task),
      space_(space),
      clusters_(clusters),
      cluster_of_(cluster_of),
      random_(random),
      checker_(task),
      loss_(task, space),
      least_rows_(task.least_class_rows()),
      regrouping_(space, task.least_class_rows()),
      exact_(space, task.least_class_rows()) {
    for (std::size_t number = 0; number < clusters.size(); ++number) {
        const std::vector<std::uint32_t>& types = clusters[number].types;
        types_.insert(types_.end(), types.begin(), types.end());
        place(number);
    }
}

void RegionSearch::place(std::size_t number) {
    for (const std::uint32_t type : clusters_[number].types) {
        cluster_of_[type] = static_cast<std::uint32_t>(number);
    }
}

/// True if the class lies within the levels allowed and is not starred throughout: a reader takes
/// those rows for suppressed ones.
bool RegionSearch::is_released(const Cluster& cluster) const {
    for (std::size_t axis = 0; axis < space_.size(); ++axis) {
        const Axis& one = space_.axes()[axis];
        const Word* const cover = cluster.cover.data() + space_.start(axis);
        if (!one.by_range() && !one.by_set() &&
            one.level(extent_of(*cover)) > task_.quasi_identifiers[axis].greatest_level) {
            return false;
        }
    }
    return !starred_throughout(space_.axes(), cluster.cover);
}

/// True if the class may be released and keeps every model.
bool RegionSearch::may_be(const Cluster& cluster) {
    if (!checker_.rows_hold(cluster.rows) || !is_released(cluster)) {
        return false;
    }
    if (checker_.rows_decide()) {
        return true;
    }
    in_task_.clear();
    for (const std::uint32_t type : cluster.types) {
        in_task_.push_back(space_.number_in_task(type));
    }
    const std::span<const std::uint32_t> piece = in_task_;
    return checker_.holds(cluster.rows, {&piece, 1});
}

bool RegionSearch::accept(std::int64_t before, std::int64_t after, double temperature) {
    if (after <= before) {
        return true;
    }
    const double draw = random_.unit();
    return temperature > 0 && draw < std::exp(-static_cast<double>(after - before) / temperature);
}

/// Take a class among the nearest, if it is one.
void RegionSearch::offer_near(Near one) {
    if (near_.size() == kMostNear && one.increase >= near_.back().increase) {
        return;
    }
    if (near_.size() == kMostNear) {
        near_.pop_back();
    }
    near_.insert(std::ranges::upper_bound(near_, one.increase, {}, &Near::increase), one);
}

/// The classes that the type would raise least, by costs blurred at random; the nearest first.
void RegionSearch::find_near(std::uint32_t type, std::size_t own) {
    near_.clear();
    for (std::size_t number = 0; number < clusters_.size(); ++number) {
        const Cluster& cluster = clusters_[number];
        const double blur = 1 + kNearBlur * random_.unit();
        if (number == own) {
            continue;
        }
        // The increase may be given up as soon as it is more than that of the nearest.
        const double most = near_.size() < kMostNear ? std::numeric_limits<double>::infinity()
                                                     : near_.back().increase;
        const auto rows = static_cast<double>(cluster.rows + space_.rows(type));
        const auto loss = static_cast<double>(cluster.loss());
        const double enough = std::ceil((most / blur + loss) / rows);
        const RowCost cost = space_.joined_cost(
            cluster.cover, type, static_cast<RowCost>(std::min(enough, kGreatestCost)));
        if (static_cast<double>(cost) < enough) {
            offer_near({.increase = (rows * cost - loss) * blur, .cluster = number});
        }
    }
    work_ += clusters_.size() * space_.size();
}

/// Move a type from one class to another.
bool RegionSearch::move(std::uint32_t type, std::size_t from, std::size_t to, double temperature) {
    Cluster& source = clusters_[from];
    Cluster& target = clusters_[to];
    if (source.rows < least_rows_ + space_.rows(type) || source.types.size() == 1) {
        return false;
    }
    pool_.clear();
    std::ranges::copy_if(
        source.types, std::back_inserter(pool_), [type](std::uint32_t one) { return one != type; });
    Cluster without = cluster_of(space_, pool_);
    Cluster with = target;
    add_type(space_, with, type);
    work_ += source.types.size() * space_.size();
    if (!accept(
            loss_.of(source) + loss_.of(target), loss_.of(without) + loss_.of(with), temperature) ||
        !may_be(without) || !may_be(with)) {
        return false;
    }
    source = std::move(without);
    target = std::move(with);
    cluster_of_[type] = static_cast<std::uint32_t>(to);
    return true;
}

/// The types of a class and of some near it; where they are few, of one more.
void RegionSearch::fill_pool(std::size_t own, std::size_t near) {
    old_.assign({own});
    pool_ = clusters_[own].types;
    for (std::size_t i = 0; i < near_.size(); ++i) {
        const std::vector<std::uint32_t>& types = clusters_[near_[i].cluster].types;
        const bool one_more =
            i == 2 && i == near && pool_.size() + types.size() <= ExactGrouping::kMostTypes;
        if (i < near || one_more) {
            old_.push_back(near_[i].cluster);
            pool_.insert(pool_.end(), types.begin(), types.end());
        }
    }
}

/// Group the types of the pool in new classes: their number, or 0.
std::size_t RegionSearch::group_pool() {
    const bool few = loss_.by_cells() && pool_.size() <= ExactGrouping::kMostTypes;
    if (few && random_.unit() < kExact) {
        return exact_.group(pool_, made_);
    }
    std::uint64_t rows = 0;
    for (const std::size_t number : old_) {
        rows += clusters_[number].rows;
    }
    std::size_t wanted = old_.size();
    if (rows >= (wanted + 1) * least_rows_ && random_.unit() < kOneMore) {
        ++wanted;
    } else if (wanted > 1 && random_.unit() < kOneFewer) {
        --wanted;
    }
    return regrouping_.group(pool_, wanted, kGroupBlur, random_, made_);
}

/// Group a class, one near it and sometimes the next ones anew.
bool RegionSearch::regroup(std::size_t own, std::size_t near, double temperature) {
    fill_pool(own, near);
    std::int64_t before = 0;
    for (const std::size_t number : old_) {
        before += loss_.of(clusters_[number]);
    }
    const std::size_t count = group_pool();
    std::int64_t after = 0;
    for (std::size_t i = 0; i < count; ++i) {
        after += loss_.of(made_[i]);
    }
    if (count == 0 || !accept(before, after, temperature)) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!may_be(made_[i])) {
            return false;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (i == old_.size()) {
            old_.push_back(clusters_.size());
            clusters_.emplace_back();
        }
        std::swap(clusters_[old_[i]], made_[i]);
        place(old_[i]);
    }
    // Those no longer needed: the last class takes the place of each.
    std::sort(old_.begin() + static_cast<std::ptrdiff_t>(count), old_.end(), std::greater<>());
    for (std::size_t i = count; i < old_.size(); ++i) {
        std::swap(clusters_[old_[i]], clusters_.back());
        clusters_.pop_back();
        if (old_[i] < clusters_.size()) {
            place(old_[i]);
        }
    }
    return true;
}

void RegionSearch::step(double temperature) {
    const std::uint32_t type = types_[random_.below(types_.size())];
    const std::size_t own = cluster_of_[type];
    find_near(type, own);
    const bool alone = near_.empty();
    if (!alone && random_.unit() < kMoves) {
        changes_ += move(type, own, near_[0].cluster, temperature) ? 1U : 0U;
        return;
    }
    const std::size_t near = alone ? 0 : near_.size() > 1 && random_.unit() < kThreeClasses ? 2 : 1;
    changes_ += regroup(own, near, temperature) ? 1U : 0U;
}

void RegionSearch::anneal(double temperature, std::uint64_t work, const RunContext& context) {
    const std::uint64_t enough = all_work() + work;
    for (std::uint64_t tried = 0; all_work() < enough; ++tried) {
        if (tried % kTriedPerPoll == 0 && context.should_stop()) {
            return;
        }
        step(temperature);
    }
}

}  // namespace kanon::classes
