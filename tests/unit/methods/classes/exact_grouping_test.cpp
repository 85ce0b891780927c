// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/exact_grouping.hpp"

#include "kanon/base/random.hpp"

#include "naive_clusters.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace kanon::classes {
namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

/// The least loss of all divisions of the types from `next` on, put into the classes or into a new
/// one, into classes of k rows; kNone if there is none.
std::int64_t least_loss(const NaiveClusters& naive,
                        const NaiveClusters::Types& types,
                        std::size_t next,
                        std::vector<NaiveClusters::Types>& classes,
                        std::uint64_t k) {
    if (next == types.size()) {
        std::int64_t loss = 0;
        for (const NaiveClusters::Types& one : classes) {
            if (naive.rows(one) < k) {
                return kNone;
            }
            loss += naive.loss(one);
        }
        return loss;
    }
    std::int64_t least = kNone;
    classes.emplace_back();
    for (std::size_t at = 0; at < classes.size(); ++at) {
        classes[at].push_back(types[next]);
        std::vector<NaiveClusters::Types> with = classes;
        if (with.back().empty()) {
            with.pop_back();
        }
        least = std::min(least, least_loss(naive, types, next + 1, with, k));
        classes[at].pop_back();
    }
    classes.pop_back();
    return least;
}

/// Expects classes of these types, each once, of k rows, as they are by the definition; their loss.
std::int64_t loss_of(const NaiveClusters& naive,
                     const std::vector<Cluster>& clusters,
                     std::size_t count,
                     const NaiveClusters::Types& types,
                     std::uint64_t k) {
    std::int64_t loss = 0;
    std::multiset<std::uint32_t> seen;
    for (std::size_t i = 0; i < count; ++i) {
        const Cluster& cluster = clusters[i];
        seen.insert(cluster.types.begin(), cluster.types.end());
        EXPECT_GE(cluster.rows, k);
        EXPECT_EQ(cluster.rows, naive.rows(cluster.types));
        EXPECT_EQ(cluster.cost, naive.cost(cluster.types));
        EXPECT_EQ(cluster.cover, cluster_of(naive.space(), cluster.types).cover);
        loss += cluster.loss();
    }
    EXPECT_EQ(seen, std::multiset<std::uint32_t>(types.begin(), types.end()));
    return loss;
}

TEST(ExactGrouping, FindsTheLeastLossOfAllDivisions) {
    std::vector<Cluster> clusters;
    std::size_t divided = 0;
    std::size_t impossible = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Problem problem = tied_problem(seed);
        const NaiveClusters naive(problem);
        ExactGrouping exact(naive.space(), problem.k);
        Random random(seed);
        for (std::size_t size = 1; size <= 7; ++size) {
            NaiveClusters::Types types(size);
            const std::uint64_t first = random.below(naive.type_count() - size + 1);
            for (std::size_t i = 0; i < size; ++i) {
                types[i] = static_cast<std::uint32_t>(first + i);
            }
            const std::size_t count = exact.group(types, clusters);
            std::vector<NaiveClusters::Types> none;
            const std::int64_t least = least_loss(naive, types, 0, none, problem.k);
            if (count == 0) {
                EXPECT_EQ(least, kNone) << seed;
                ++impossible;
            } else {
                EXPECT_EQ(loss_of(naive, clusters, count, types, problem.k), least) << seed;
                divided += count > 1 ? 1U : 0U;
            }
        }
    }
    EXPECT_GT(divided, 50U);
    EXPECT_GT(impossible, 50U);
}

}  // namespace
}  // namespace kanon::classes
