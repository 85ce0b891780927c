// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/k_member.hpp"

#include "kanon/base/random.hpp"

#include "naive_clusters.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

using Types = NaiveClusters::Types;

Outcome run_seeded(const Problem& problem, std::uint64_t seed) {
    return run_with_seed(*make_k_member({}), problem, seed);
}

void expect_on_line(std::string_view numbers, std::string_view classes) {
    expect_classes_on_line(*make_k_member({}), numbers, classes);
}

TEST(KMember, BeginsFarAwayAndGrowsByWhatIsNear) {
    expect_on_line("0 1 2 10 11 12 20 21 22", "0 1 2 | 10 11 12 | 20 21 22 ");
}

TEST(KMember, PutsLeftoversWhereTheLossRisesLeast) {
    expect_on_line("0 1 2 10 11 12 13", "0 1 2 | 10 11 12 13 ");
}

TEST(KMember, SharesEqualRowsOutAsClassesNeedThem) {
    expect_on_line("0 0 0 0 1 2 2 9 9", "0 1 2 | 0 0 0 | 2 9 9 ");
}

TEST(KMember, KeepsEqualRowsTogetherWhereModelsLookAtValues) {
    const Problem problem = class_problem("a s",
                                          "0 p; 0 q; 0 p; 0 q; 1 p; 2 q; 2 p; 9 q; 9 p",
                                          "{k-anonymity: 3, l-diversity: {attribute: s, l: 2}}");
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EXPECT_EQ(classes_on_line(problem, run_seeded(problem, seed)), "0 0 0 0 1 | 2 2 9 9 ");
    }
}

/// Takes the type out of those left with which a class of it loses least, or most.
std::uint32_t take(const NaiveClusters& naive, const Types& types, bool most, Types& left) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < left.size(); ++i) {
        const std::int64_t cost = naive.cost(joined(types, {left[i]}));
        const std::int64_t least = naive.cost(joined(types, {left[best]}));
        if (most ? cost > least : cost < least) {
            best = i;
        }
    }
    const std::uint32_t type = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    return type;
}

TypeClasses by_definition(const Problem& problem, std::uint64_t seed) {
    const NaiveClusters naive(problem, problem.k);
    Random random(seed);
    Types left(naive.type_count());
    std::iota(left.begin(), left.end(), 0U);
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t type : left) {
        rows.insert(rows.end(), naive.space().rows(type), type);
    }
    std::uint32_t last = rows[random.below(rows.size())];
    std::vector<Types> classes;
    while (naive.rows(left) >= problem.k) {
        last = take(naive, {last}, true, left);
        Types& types = classes.emplace_back(Types{last});
        while (naive.rows(types) < problem.k) {
            last = take(naive, types, false, left);
            types.push_back(last);
        }
    }
    for (std::size_t i = left.size(); i-- > 1;) {
        std::swap(left[i], left[random.below(i + 1)]);
    }
    for (const std::uint32_t type : left) {
        classes[naive.least_rise(classes, {type}, classes.size())].push_back(type);
    }
    return naive.released(classes);
}

TEST(KMember, DoesWhatItsDefinitionSays) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const Problem problem = tied_problem(seed);
        EXPECT_EQ(classes_of(problem, run_seeded(problem, seed)), by_definition(problem, seed))
            << seed;
    }
}

}  // namespace
}  // namespace kanon::classes
