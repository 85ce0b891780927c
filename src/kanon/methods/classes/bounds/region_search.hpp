// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/refinement/exact_grouping.hpp"
#include "kanon/methods/classes/refinement/regrouping.hpp"
#include "kanon/methods/classes/space/class_loss.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/class_checker.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Changes the classes of one region at random and keeps a change if it costs less, or not much
/// more (simulated annealing). A change: a type moves to a class near it; or two or three classes
/// near one another are grouped anew, sometimes in one more or one fewer; of few types, four, and
/// most of the time in the best way there is.
class RegionSearch {
public:
    /// `clusters` are the region's classes, each of which holds; both are borrowed, and of
    /// `cluster_of`, one entry for each type of the space, those of the region's types are written.
    RegionSearch(const Task& task,
                 const TypeSpace& space,
                 std::vector<Cluster>& clusters,
                 std::span<std::uint32_t> cluster_of,
                 Random random);

    /// Change classes until about `work` cells were worked out, or the run should stop. A change
    /// for the worse by `temperature` is taken once in e times. Temperature 0 takes none.
    void anneal(double temperature, std::uint64_t work, const RunContext& context);

    /// Changes kept so far.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }

private:
    struct Near {
        double increase = 0;
        std::size_t cluster = 0;
    };

    void step(double temperature);
    void offer_near(Near one);
    void find_near(std::uint32_t type, std::size_t own);
    [[nodiscard]] bool move(std::uint32_t type,
                            std::size_t from,
                            std::size_t to,
                            double temperature);
    [[nodiscard]] bool regroup(std::size_t own, std::size_t near, double temperature);
    void fill_pool(std::size_t own, std::size_t near);
    [[nodiscard]] std::size_t group_pool();

    [[nodiscard]] std::uint64_t all_work() const {
        return work_ + regrouping_.work() + exact_.work();
    }

    [[nodiscard]] bool may_be(const Cluster& cluster);
    [[nodiscard]] bool is_released(const Cluster& cluster) const;
    [[nodiscard]] bool accept(std::int64_t before, std::int64_t after, double temperature);
    void place(std::size_t number);

    static constexpr std::size_t kMostNear = 3;

    const Task& task_;
    const TypeSpace& space_;
    std::vector<Cluster>& clusters_;
    std::span<std::uint32_t> cluster_of_;  ///< per type: number in clusters_
    std::vector<std::uint32_t> types_;     ///< of the region
    Random random_;
    ClassChecker checker_;
    ClassLoss loss_;
    std::uint64_t least_rows_;
    Regrouping regrouping_;
    ExactGrouping exact_;
    std::vector<Near> near_;
    std::vector<std::uint32_t> pool_;
    std::vector<std::size_t> old_;
    std::vector<Cluster> made_;
    std::vector<std::uint32_t> in_task_;  ///< scratch: a class's types, for the checker
    std::uint64_t work_ = 0;
    std::uint64_t changes_ = 0;
};

}  // namespace kanon::classes
