// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/small_groups.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

/// Types that another group would give to a small one.
struct Gift {
    std::size_t from = kNoCluster;
    Cluster taker;                    ///< the small group with them
    std::vector<std::uint32_t> left;  ///< to the giver
};

class GroupRepair {
public:
    GroupRepair(ClusterRun& run, std::vector<Cluster>& groups)
        : run_(run), space_(run.space), groups_(groups) {}

    void repair() {
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            std::size_t at = i;
            while (at != kNoCluster && groups_[at].rows > 0 && groups_[at].rows < run_.least_rows &&
                   !run_.should_stop(i)) {
                at = repair_one(at);
            }
        }
    }

private:
    /// Returns the group in which the rows are now; none where there is no other.
    std::size_t repair_one(std::size_t small) {
        const Join join = least_join(space_, groups_, groups_[small], small);
        std::optional<Gift> gift = best_gift(small);
        if (gift) {
            Cluster giver = cluster_of(space_, gift->left);
            const std::int64_t rise = gift->taker.loss() + giver.loss() - groups_[small].loss() -
                                      groups_[gift->from].loss();
            if (rise < join.rise) {
                groups_[gift->from] = std::move(giver);
                groups_[small] = std::move(gift->taker);
                return small;
            }
        }
        if (join.cluster != kNoCluster) {
            merge(space_, groups_[join.cluster], groups_[small]);
        }
        return join.cluster;
    }

    /// The gift with which the small group loses least.
    std::optional<Gift> best_gift(std::size_t small) {
        std::optional<Gift> best;
        for (std::size_t from = 0; from < groups_.size(); ++from) {
            const Cluster& giver = groups_[from];
            if (from == small || giver.rows + groups_[small].rows < 2 * run_.least_rows) {
                continue;
            }
            const RowCost enough = best ? best->taker.cost : std::numeric_limits<RowCost>::max();
            if (least_cost(groups_[small], giver) < enough) {
                gift_from(small, from, best);
            }
        }
        return best;
    }

    /// What the group loses at least with any type of another.
    [[nodiscard]] RowCost least_cost(const Cluster& group, const Cluster& giver) const {
        RowCost cost = 0;
        for (std::size_t axis = 0; axis < space_.size(); ++axis) {
            const std::size_t at = space_.start(axis);
            cost += space_.least_cost_with(axis, group.cover.data() + at, giver.cover.data() + at);
        }
        return cost;
    }

    /// Takes the types of a giver that cost the small group least one after the other, as long as
    /// the giver keeps enough; `best` becomes that gift if the group loses less with it.
    void gift_from(std::size_t small, std::size_t from, std::optional<Gift>& best) {
        Cluster taker = groups_[small];
        std::vector<std::uint32_t> left = groups_[from].types;
        std::sort(left.begin(), left.end());
        std::uint64_t spare = groups_[from].rows - run_.least_rows;
        while (taker.rows < run_.least_rows) {
            const std::size_t next = nearest_type(taker, left, spare);
            if (next == left.size()) {
                return;
            }
            spare -= space_.rows(left[next]);
            add_type(space_, taker, left[next]);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
            if (best && taker.cost >= best->taker.cost) {
                return;
            }
        }
        best = Gift{.from = from, .taker = std::move(taker), .left = std::move(left)};
    }

    [[nodiscard]] std::size_t nearest_type(const Cluster& taker,
                                           std::span<const std::uint32_t> types,
                                           std::uint64_t spare) const {
        std::size_t best = types.size();
        RowCost least = std::numeric_limits<RowCost>::max();
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (space_.rows(types[i]) > spare) {
                continue;
            }
            const RowCost cost = space_.joined_cost(taker.cover, types[i], least);
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        return best;
    }

    ClusterRun& run_;
    const TypeSpace& space_;
    std::vector<Cluster>& groups_;
};

}  // namespace

void repair_small_groups(ClusterRun& run, std::vector<Cluster>& groups) {
    GroupRepair(run, groups).repair();
}

}  // namespace kanon::classes
