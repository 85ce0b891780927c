// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/cheapest_patterns.hpp"

#include "kanon/methods/cell_suppression/patterns/cube.hpp"
#include "kanon/privacy/models/k_anonymity.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <vector>

namespace kanon::cell_suppression {
namespace {

/// By every cell of every pattern, in order of cost.
std::vector<std::uint32_t> by_all_cells(const Problem& problem, std::span<const Pattern> patterns) {
    std::vector<std::uint32_t> out(problem.row_types().size(), kNoPattern);
    Cube cube(problem.row_types(), problem.least_class_rows(), TieOrder::last);
    for (std::uint32_t place = 0; place < patterns.size(); ++place) {
        for (const std::uint32_t type : cube.cells(patterns[place]).types) {
            out[type] = std::min(out[type], place);
        }
    }
    return out;
}

/// Cost of the pattern, or none.
std::vector<std::optional<StarCost>> costs_of(const std::vector<std::uint32_t>& places,
                                              std::span<const Pattern> patterns,
                                              const PatternCosts& costs) {
    std::vector<std::optional<StarCost>> out;
    out.reserve(places.size());
    for (const std::uint32_t place : places) {
        out.push_back(place == kNoPattern ? std::nullopt
                                          : std::optional(costs.of(patterns[place])));
    }
    return out;
}

void expect_cheapest(const Problem& problem, std::vector<Pattern> patterns) {
    const PatternCosts costs(problem);
    sort_by_cost(patterns, costs, TieOrder::last);
    const auto found = cheapest_patterns(problem, patterns, costs, RunContext{});
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ(costs_of(*found, patterns, costs),
              costs_of(by_all_cells(problem, patterns), patterns, costs));
}

test::RandomShape shape_of(std::uint64_t seed) {
    return {.rows = 40 + 5 * seed, .attributes = 1 + seed % 6, .values = 2 + seed % 7};
}

TEST(CheapestPatterns, AreThoseFoundByLookingAtEveryCell) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = test::random_problem(shape_of(seed), seed);
        problem.objective = seed % 2 == 0 ? Objective::stars : Objective::gcp;
        expect_cheapest(problem, problem.patterns.patterns());
    }
}

TEST(CheapestPatterns, KeepToTheMask) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = test::random_problem(shape_of(seed), seed);
        problem.objective = Objective::stars;
        std::vector<Pattern> patterns = problem.patterns.patterns();
        std::erase_if(patterns, [seed](Pattern pattern) { return (pattern * 7 + seed) % 3 != 0; });
        expect_cheapest(problem, patterns);
    }
}

TEST(CheapestPatterns, AreTheSameForWideRows) {
    Problem problem = test::random_problem({.rows = 300, .attributes = 12, .values = 60}, 7);
    problem.objective = Objective::stars;
    expect_cheapest(problem, problem.patterns.patterns());
}

TEST(CheapestPatterns, AreNoneWhereAllRowsAreTooFew) {
    Problem problem = test::random_problem({.rows = 5, .attributes = 3, .values = 1}, 1);
    problem.objective = Objective::stars;
    problem.models = {make_k_anonymity({.parameters = {{"k", 6}}}, std::nullopt)};
    std::vector<Pattern> patterns = problem.patterns.patterns();
    std::erase_if(patterns, [](Pattern pattern) { return (pattern & 1U) == 0; });
    EXPECT_EQ(cheapest_patterns(problem, patterns, PatternCosts(problem), RunContext{}),
              std::vector<std::uint32_t>(problem.row_types().size(), kNoPattern));
}

TEST(CheapestPatterns, AreNotTakenFromASearchThatWasStopped) {
    const Problem problem = test::random_problem({.rows = 60, .attributes = 3}, 1);
    const std::atomic<bool> stop = true;
    RunContext context;
    context.cancel = &stop;
    EXPECT_FALSE(
        cheapest_patterns(problem, problem.patterns.patterns(), PatternCosts(problem), context)
            .has_value());
}

}  // namespace
}  // namespace kanon::cell_suppression
