// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/node_score.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"

#include "all_nodes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace kanon::test {
namespace {

/// Few rows of few values, so that now and then all classes have just enough rows.
Problem draw(Objective objective, std::uint64_t seed) {
    Problem problem = random_problem(
        {.rows = 4 + seed % 10, .attributes = 1 + seed % 3, .values = 3, .starred_top = true},
        seed);
    problem.objective = objective;
    problem.gs_factor = static_cast<double>(seed % 5) / 4;
    problem.suppression_limit = seed % 4 == 3 ? problem.table.row_count() : seed % 4;
    if (seed % 3 == 0) {
        add_l_diversity(problem, "entropy", 1.8);
    }
    return problem;
}

/// The boxes of a problem: every bound is held against every node that it speaks of.
class Boxes {
public:
    explicit Boxes(const Problem& problem) : all_(problem) {}

    /// How many nodes were compared.
    std::uint64_t expect_bounds_hold() {
        const std::uint64_t size = all_.lattice.size().value();
        for (std::uint64_t low = 0; low < size; ++low) {
            for (std::uint64_t high = low; high < size; ++high) {
                if (at_most(all_.lattice.node(low), all_.lattice.node(high))) {
                    expect_bound_holds(
                        {.low = all_.lattice.node(low), .high = all_.lattice.node(high)});
                }
            }
        }
        return compared_;
    }

private:
    void expect_bound_holds(const full_domain::NodeBox& box) {
        const std::optional<full_domain::NodeScore> bound = bound_of(box);
        for (std::uint64_t rank = 0; rank < all_.lattice.size().value(); ++rank) {
            const Node node = all_.lattice.node(rank);
            if (!at_most(box.low, node) || !at_most(node, box.high)) {
                continue;
            }
            const full_domain::NodeFacts facts = all_.evaluator.facts(all_.base, node);
            if (all_.evaluator.feasible(facts)) {
                ++compared_;
                ASSERT_TRUE(bound) << "too many rows are said to be suppressed in all of the box";
                const full_domain::NodeScore score = all_.scorer.score(node, facts);
                EXPECT_LE(*bound, score);
                EXPECT_LE(all_.scorer.value(*bound), all_.scorer.value(score));
            }
        }
    }

    /// None where no node of the box is feasible, so that no rest is known.
    std::optional<full_domain::NodeScore> bound_of(const full_domain::NodeBox& box) {
        const full_domain::NodeFacts high = all_.evaluator.evaluate(all_.base, box.high);
        if (high.lasting_rows > all_.problem.suppression_limit) {
            return std::nullopt;
        }
        std::uint64_t squares = 0;
        for (const std::uint64_t rows : all_.base.rows) {
            squares += rows * rows;
        }
        return all_.scorer.bound(box,
                                 {.high = high,
                                  .rest = all_.evaluator.rest_cost(),
                                  .source_groups = all_.base.size(),
                                  .source_squares = squares,
                                  .source_minority = all_.evaluator.minority_rows(all_.base),
                                  .source_divergence = all_.evaluator.least_divergence(all_.base)});
    }

    AllNodes all_;
    std::uint64_t compared_ = 0;
};

TEST(NodeScorer, BoundsEveryNodeOfEveryBox) {
    for (const Objective objective : find_method("optimal").objectives) {
        std::uint64_t compared = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            SCOPED_TRACE(testing::Message() << info(objective).name << ", seed " << seed);
            const Problem problem = draw(objective, seed);
            compared += Boxes(problem).expect_bounds_hold();
            ASSERT_FALSE(HasFailure());
        }
        EXPECT_GT(compared, 1000U);
    }
}

/// The least of all scores has no node; its value for prec was 0 / 0.
TEST(NodeScorer, GivesTheLeastOfAllScoresAValue) {
    const Problem problem = draw(Objective::prec, 1);
    const full_domain::LevelTables tables(problem);
    EXPECT_EQ(full_domain::NodeScorer(problem, tables).value(full_domain::NodeScore{}), 0);
}

}  // namespace
}  // namespace kanon::test
