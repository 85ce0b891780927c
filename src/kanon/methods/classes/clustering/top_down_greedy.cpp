// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/top_down_greedy.hpp"

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/classes/refinement/small_groups.hpp"

#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

constexpr int kRounds = 3;  ///< of looking for two far records

/// Divides the groups of one piece of a table.
class GroupDivision {
public:
    explicit GroupDivision(ClusterRun& run)
        : run_(run), space_(run.space), cover_(run.space.cover_words()) {}

    std::vector<Cluster> groups(const std::vector<std::uint32_t>& types) {
        std::vector<Cluster> out;
        std::deque<Cluster> open;
        open.push_back(cluster_of(space_, types));
        std::size_t done = 0;
        while (!open.empty()) {
            Cluster group = std::move(open.front());
            open.pop_front();
            if (group.rows > run_.least_rows && group.types.size() > 1 && !run_.should_stop(done) &&
                divide(group)) {
                open.push_back(std::move(first_));
                open.push_back(std::move(second_));
            } else {
                done += group.types.size();
                out.push_back(std::move(group));
            }
        }
        return out;
    }

private:
    /// Divides a group into first_ and second_, of which one is large enough, or not at all.
    bool divide(const Cluster& group) {
        const auto [u, v] = far_pair(group.types);
        first_ = cluster_of(space_, u);
        second_ = cluster_of(space_, v);
        order_.clear();
        for (const std::uint32_t type : group.types) {
            if (type != u && type != v) {
                order_.push_back(type);
            }
        }
        shuffle(order_, run_.random);
        for (const std::uint32_t type : order_) {
            add_type(space_, rise(second_, type) < rise(first_, type) ? second_ : first_, type);
        }
        return first_.rows >= run_.least_rows || second_.rows >= run_.least_rows;
    }

    /// How much the penalty of a group rises with the type.
    [[nodiscard]] std::int64_t rise(const Cluster& group, std::uint32_t type) const {
        return Cluster::loss(group.rows + space_.rows(type),
                             space_.joined_cost(group.cover, type)) -
               group.loss();
    }

    /// Two types far from each other. \pre at least two
    std::pair<std::uint32_t, std::uint32_t> far_pair(std::span<const std::uint32_t> types) {
        std::uint32_t u = types[run_.random.below(types.size())];
        std::uint32_t v = u;
        RowCost apart = 0;
        for (int round = 0; round < kRounds; ++round) {
            const auto [cost, furthest] = furthest_from(v, types);
            if (round > 0 && cost <= apart) {
                break;
            }
            apart = cost;
            u = v;
            v = furthest;
        }
        return {u, v};
    }

    std::pair<RowCost, std::uint32_t> furthest_from(std::uint32_t from,
                                                    std::span<const std::uint32_t> types) {
        space_.take_cover(from, cover_);
        std::pair<RowCost, std::uint32_t> best{0, from};
        for (const std::uint32_t type : types) {
            const RowCost cost = space_.joined_cost(cover_, type);
            if (type != from && (best.second == from || cost > best.first ||
                                 (cost == best.first && type < best.second))) {
                best = {cost, type};
            }
        }
        return best;
    }

    ClusterRun& run_;
    const TypeSpace& space_;
    std::vector<Word> cover_;
    std::vector<std::uint32_t> order_;
    Cluster first_;
    Cluster second_;
};

class TopDownGreedy final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return clustered_outcome(task, ClusterUnit::types, divide_by_far_pairs, context);
    }
};

}  // namespace

std::vector<Cluster> divide_by_far_pairs(ClusterRun& run, const std::vector<std::uint32_t>& types) {
    std::vector<Cluster> groups = GroupDivision(run).groups(types);
    repair_small_groups(run, groups);
    return groups;
}

std::unique_ptr<Method> make_top_down_greedy(const OptionMap&) {
    return std::make_unique<TopDownGreedy>();
}

}  // namespace kanon::classes
