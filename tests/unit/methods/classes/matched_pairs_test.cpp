// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/matched_pairs.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/refine.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

/// Rows of two numbers and a label of a tree.
Problem pairs_problem(std::uint64_t seed, std::uint64_t rows, std::uint64_t most) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        cells += i == 0 ? "" : "; ";
        cells += std::to_string(random.below(most)) + " ";
        cells += std::to_string(random.below(most)) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(5)));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying, weight: 2}\n"
        "  b: {role: quasi-identifying}\n"
        "  c: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
        "privacy: {k-anonymity: 2}\n";
    return kanon::bind(test::table_of("a b c", cells), parse_policy(policy, "p"), {});
}

TypePartition matched(const Problem& problem, const std::vector<Axis>& axes, unsigned threads = 1) {
    return clustered_types(problem, TypeSpace(problem, axes), match_pairs, {.threads = threads});
}

constexpr std::int64_t kNoSuchClasses = std::int64_t{1} << 60U;

/// The least that types lose together where each of one row is in a pair, or alone in the class of
/// a type of more.
std::int64_t least_loss(const TypeSpace& space,
                        std::vector<std::uint32_t> single,
                        std::vector<Cluster>& hosts) {
    if (single.empty()) {
        std::int64_t loss = 0;
        for (const Cluster& host : hosts) {
            loss += host.loss();
        }
        return loss;
    }
    const std::uint32_t type = single.back();
    single.pop_back();
    std::int64_t least = kNoSuchClasses;
    for (std::size_t i = 0; i < single.size(); ++i) {
        std::vector<std::uint32_t> left = single;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        Cluster pair = cluster_of(space, type);
        add_type(space, pair, single[i]);
        const std::int64_t others = least_loss(space, left, hosts);
        least = others == kNoSuchClasses ? least : std::min(least, pair.loss() + others);
    }
    for (Cluster& host : hosts) {
        if (host.types.size() == 1) {
            const Cluster before = host;
            add_type(space, host, type);
            least = std::min(least, least_loss(space, single, hosts));
            host = before;
        }
    }
    return least;
}

TEST(MatchedPairs, LoseTheLeastThatPairsAndJoinedClassesCan) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Problem problem = pairs_problem(seed, 9, 2 + seed % 4);
        const std::vector<Axis> axes = make_axes(problem);
        const TypeSpace space(problem, axes);
        std::vector<std::uint32_t> single;
        std::vector<Cluster> hosts;
        for (std::uint32_t type = 0; type < space.type_count(); ++type) {
            if (space.rows(type) == 1) {
                single.push_back(type);
            } else {
                hosts.push_back(cluster_of(space, type));
            }
        }
        const std::int64_t least = least_loss(space, single, hosts);
        const TypePartition partition = matched(problem, axes);
        std::vector<std::uint32_t> in_space(space.type_count());
        for (std::uint32_t type = 0; type < space.type_count(); ++type) {
            in_space[space.number_in_task(type)] = type;
        }
        std::int64_t loss = 0;
        bool one_by_one = true;  // no two rows join one class: there the rule is no longer exact
        for (std::size_t number = 0; number < partition.class_count(); ++number) {
            std::vector<std::uint32_t> types;
            for (std::size_t at = partition.starts[number]; at < partition.starts[number + 1];
                 ++at) {
                types.push_back(in_space[partition.types[at]]);
            }
            one_by_one &= types.size() <= 2;
            loss += cluster_of(space, types).loss();
        }
        if (one_by_one) {
            EXPECT_EQ(loss, least) << seed;
            ++compared;
        }
    }
    EXPECT_GT(compared, 50);
}

TEST(MatchedPairs, AreTheSameForAnyNumberOfThreads) {
    const Problem problem = pairs_problem(7, 600, 60);
    const std::vector<Axis> axes = make_axes(problem);
    const TypePartition one = matched(problem, axes, 1);
    const TypePartition two = matched(problem, axes, 2);
    EXPECT_EQ(one.types, two.types);
    EXPECT_EQ(one.starts, two.starts);
}

/// A table above what is put together in other ways too.
TEST(MatchedPairs, AreWhatRefineStartsFrom) {
    const Problem problem = pairs_problem(3, 7500, 400);
    const std::vector<Axis> axes = make_axes(problem);
    const double start = loss_if_released(problem, axes, matched(problem, axes, 2), 2);
    const Outcome normal = make_refine({{"effort", "normal"}})->run(problem, {});
    EXPECT_LE(normal.loss, start + 1e-9);
    EXPECT_GE(normal.loss, normal.lower_bound.value());
}

}  // namespace
}  // namespace kanon::classes
