// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/near_members.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/refinement/cluster_mending.hpp"
#include "kanon/methods/classes/space/near_left.hpp"
#include "kanon/methods/classes/space/near_parts.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

constexpr std::size_t kPartTypes = std::size_t{1} << 14U;
constexpr std::size_t kPartsOfSome = 4;

// How many types near a class are weighed: for each row that it lacks, beside some, and at most.
constexpr std::size_t kWeighedPerRow = 3;
constexpr std::size_t kWeighedBeside = 8;
constexpr std::size_t kMostWeighedNear = 64;
/// Types that are looked at for them. Of 10^6 types, 11 attributes, 64 came to 1.6 % more loss and
/// 256 to 0.3 % less.
constexpr std::size_t kLooks = 128;

using Parts = std::vector<std::vector<std::uint32_t>>;

Parts near_parts(const TypeSpace& space, std::vector<std::uint32_t> types, unsigned threads) {
    Parts out;
    std::size_t begin = 0;
    for (const std::size_t end : order_near(space, types, kPartTypes, nullptr, threads)) {
        out.emplace_back(types.begin() + static_cast<std::ptrdiff_t>(begin),
                         types.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
    return out;
}

/// Quickly: a class of each run of types in near order that holds. Those left over at the end go to
/// the last one. Whether a run holds is asked each time it is a quarter longer.
std::vector<Cluster> classes_in_order(const TypeSpace& space,
                                      ClassChecker& checker,
                                      std::vector<std::uint32_t> types) {
    order_near(space, types, 1, nullptr);
    std::vector<Cluster> out;
    std::size_t begin = 0;
    std::size_t asked = 0;  // of so many types next
    std::uint64_t rows = 0;
    for (std::size_t end = 1; end <= types.size(); ++end) {
        const auto run = std::span(types).subspan(begin, end - begin);
        rows += space.rows(types[end - 1]);
        if (run.size() < asked || !checker.rows_hold(rows)) {
            continue;
        }
        if (types_hold(space, checker, rows, run)) {
            out.push_back(cluster_of(space, run));
            begin = end;
            asked = 0;
            rows = 0;
        } else {
            asked = run.size() + run.size() / 4;
        }
    }
    const auto rest = std::span(types).subspan(begin);
    if (out.empty() && !rest.empty()) {
        return {cluster_of(space, rest)};
    }
    for (const std::uint32_t type : rest) {
        add_type(space, out.back(), type);
    }
    return out;
}

/// Grows the classes of a part.
class PartGrowth {
public:
    PartGrowth(const Task& task,
               const TypeSpace& space,
               const std::function<bool()>& should_stop,
               std::vector<std::uint32_t> types)
        : space_(space),
          should_stop_(should_stop),
          checker_(task),
          least_rows_(task.least_class_rows()),
          types_(space, std::move(types)),
          grown_(space) {
        for (std::uint32_t turn = 0; turn < types_.size(); ++turn) {
            rows_left_ += space.rows(types_.type(turn));
        }
    }

    std::vector<Cluster> clusters() {
        for (const std::uint32_t turn : densest_first()) {
            if (types_.is_left(turn) && rows_left_ >= least_rows_ && !should_stop_()) {
                grow(turn);
            }
        }
        const bool stopped = should_stop_();
        if (stopped) {
            std::ranges::move(classes_in_order(space_, checker_, take_rest()),
                              std::back_inserter(out_));
        } else {
            join_rest();
        }
        ClusterMending(space_, checker_, out_).settle(stopped);
        return std::move(out_);
    }

private:
    [[nodiscard]] std::vector<std::uint32_t> densest_first() const {
        std::vector<std::uint32_t> turns(types_.size());
        std::iota(turns.begin(), turns.end(), 0U);
        std::ranges::stable_sort(
            turns, {}, [this](std::uint32_t turn) { return types_.cost_of_box(turn); });
        return turns;
    }

    void grow(std::uint32_t first) {
        Cluster cluster = cluster_of(space_, take(first));
        while (cluster.rows < least_rows_ && types_.left() > 0) {
            add_near(cluster);
        }
        if (!types_hold(space_, checker_, cluster.rows, cluster.types)) {
            add_for_models(cluster);
        }
        out_.push_back(std::move(cluster));
    }

    std::uint32_t take(std::uint32_t turn) {
        const std::uint32_t type = types_.type(turn);
        types_.take(turn);
        rows_left_ -= space_.rows(type);
        return type;
    }

    [[nodiscard]] std::span<const NearLeft::Found> near(const Cluster& cluster) {
        const std::size_t missing = least_rows_ - std::min(least_rows_, cluster.rows);
        const std::size_t most = kWeighedPerRow * missing + kWeighedBeside;
        return types_.near(cluster.cover, std::min(most, kMostWeighedNear), kLooks);
    }

    /// Of the types near the class those that raise its loss least; no more than half of them, for
    /// the class is a wider one then.
    void add_near(Cluster& cluster) {
        const std::span<const NearLeft::Found> found = near(cluster);
        weighed_.assign(found.begin(), found.end());
        const std::size_t enough = weighed_.size() / 2;
        while (cluster.rows < least_rows_ && weighed_.size() > enough) {
            const auto least = std::min_element(weighed_.begin(), weighed_.end());
            add_type(space_, cluster, take(least->turn));
            std::swap(*least, weighed_.back());
            weighed_.pop_back();
            grown_.start(cluster.cover);
            for (NearLeft::Found& each : weighed_) {
                each.cost = grown_.with(types_.places(each.turn));
            }
        }
    }

    /// Add the nearest type with which the class keeps every model, if there is one near.
    void add_for_models(Cluster& cluster) {
        std::vector<std::uint32_t> with = cluster.types;
        with.emplace_back();
        for (const NearLeft::Found& each : near(cluster)) {
            with.back() = types_.type(each.turn);
            if (types_hold(space_, checker_, cluster.rows + space_.rows(with.back()), with)) {
                add_type(space_, cluster, take(each.turn));
                return;
            }
        }
    }

    void join_rest() {
        const std::vector<std::uint32_t> rest = take_rest();
        if (out_.empty() && !rest.empty()) {
            out_.push_back(cluster_of(space_, rest));
            return;
        }
        for (const std::uint32_t type : rest) {
            const Join join = least_join(space_, out_, cluster_of(space_, type));
            add_type(space_, out_[join.cluster], type);
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> take_rest() {
        std::vector<std::uint32_t> rest;
        for (std::uint32_t turn = 0; turn < types_.size(); ++turn) {
            if (types_.is_left(turn)) {
                rest.push_back(take(turn));
            }
        }
        return rest;
    }

    const TypeSpace& space_;
    const std::function<bool()>& should_stop_;
    ClassChecker checker_;
    std::uint64_t least_rows_;
    NearLeft types_;
    std::uint64_t rows_left_ = 0;
    CoverCosts grown_;  ///< of the class that is grown
    std::vector<NearLeft::Found> weighed_;
    std::vector<Cluster> out_;
};

/// The classes of one part.
std::vector<Cluster> clusters_of_part(const Task& task,
                                      const TypeSpace& space,
                                      std::vector<std::uint32_t> types,
                                      const std::function<bool()>& should_stop) {
    if (should_stop()) {
        ClassChecker checker(task);
        return classes_in_order(space, checker, std::move(types));
    }
    return PartGrowth(task, space, should_stop, std::move(types)).clusters();
}

}  // namespace

ClusterTypes grow_near_members(const Task& task) {
    return [&task](ClusterRun& run, std::vector<std::uint32_t> types) {
        const std::size_t count = types.size();
        Parts parts = near_parts(run.space, std::move(types), run.threads);
        const auto is_over = [&run] { return run.is_over(); };
        std::vector<std::vector<Cluster>> grown(parts.size());
        const auto grow = [&](std::size_t part, std::size_t, std::size_t) {
            grown[part] = clusters_of_part(task, run.space, std::move(parts[part]), is_over);
        };
        parallel_parts(parts.size(), parts.size(), run.threads, grow);
        std::vector<Cluster> out;
        for (std::vector<Cluster>& part : grown) {
            std::ranges::move(part, std::back_inserter(out));
        }
        static_cast<void>(run.should_stop(count));
        return out;
    };
}

std::vector<std::uint32_t> some_near_types(const TypeSpace& space, unsigned threads) {
    std::vector<std::uint32_t> types(space.type_count());
    std::iota(types.begin(), types.end(), 0U);
    const Parts parts = near_parts(space, std::move(types), threads);
    const std::size_t count = std::min(kPartsOfSome, parts.size());
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::uint32_t type : parts[i * parts.size() / count]) {
            out.push_back(space.number_in_task(type));
        }
    }
    std::ranges::sort(out);
    return out;
}

}  // namespace kanon::classes
