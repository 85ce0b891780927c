// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/genetic.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/domains/split_space.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"

#include "support/outcomes.hpp"
#include "support/random_cases.hpp"
#include "support/random_problems.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

using Cuts = std::vector<domain_cut::DomainCut>;

/// Every valid string of at most 16 splits.
std::vector<domain_cut::Chromosome> all_valid(const domain_cut::SplitSpace& space) {
    const std::size_t size = space.splits().size();
    std::vector<domain_cut::Chromosome> out;
    for (std::uint32_t bits = 0; bits < (1U << size); ++bits) {
        domain_cut::Chromosome one(size);
        for (std::size_t split = 0; split < size; ++split) {
            one[split] = static_cast<std::uint8_t>((bits >> split) & 1U);
        }
        domain_cut::Chromosome repaired = one;
        space.repair(repaired);
        if (repaired == one) {
            out.push_back(one);
        }
    }
    return out;
}

/// The least objective of a release by cuts, by trying them all; none if there is none.
std::optional<double> best_of_all(const Problem& problem,
                                  const std::vector<domain_cut::OrderedDomain>& domains,
                                  const domain_cut::SplitSpace& space) {
    domain_cut::CutEvaluator evaluator(problem, domains);
    std::optional<double> best;
    for (const domain_cut::Chromosome& one : all_valid(space)) {
        const domain_cut::CutFacts facts = evaluator.evaluate(space.cuts(one));
        if (evaluator.is_release(facts)) {
            best = best ? std::min(*best, evaluator.value(facts)) : evaluator.value(facts);
        }
    }
    return best;
}

/// Race: one split. ZIP: one at the top, and one under each of 9413* and 9414*.
TEST(SplitSpace, HoldsTheDivisionsOfHierarchiesInPreorder) {
    const Problem problem = survey_problem(0);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural);
    const domain_cut::SplitSpace space(domains);
    ASSERT_EQ(space.splits().size(), 4U);
    EXPECT_EQ(space.of_attribute(1), (std::pair<std::size_t, std::size_t>{1, 4}));
    EXPECT_EQ(space.splits()[1].parent, domain_cut::SplitSpace::kNoParent);
    EXPECT_EQ(space.splits()[2].parent, 1U);
    EXPECT_EQ(space.splits()[3].parent, 1U);
    EXPECT_EQ(space.splits()[1].end, 4U);
    EXPECT_EQ(space.cuts({0, 0, 0, 0}), (Cuts{{0}, {0}}));
    EXPECT_EQ(space.cuts({1, 1, 0, 0}), (Cuts{{0, 1, 2}, {0, 2}}));
    EXPECT_EQ(space.cuts({0, 1, 0, 1}), (Cuts{{0}, {0, 2, 3}}));
}

TEST(SplitSpace, RepairsAndFlipsToValidStringsOnly) {
    const Problem problem = survey_problem(0);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural);
    const domain_cut::SplitSpace space(domains);
    domain_cut::Chromosome broken{0, 0, 0, 1};
    space.repair(broken);
    EXPECT_EQ(broken, (domain_cut::Chromosome{0, 1, 0, 1}));
    domain_cut::Chromosome flipped{0, 0, 0, 0};
    space.flip(flipped, 3);
    EXPECT_EQ(flipped, (domain_cut::Chromosome{0, 1, 0, 0})) << "one step finer, not two";
    space.flip(flipped, 3);
    EXPECT_EQ(flipped, (domain_cut::Chromosome{0, 1, 0, 1}));
    space.flip(flipped, 1);
    EXPECT_EQ(flipped, (domain_cut::Chromosome{0, 0, 0, 0})) << "with all below it";
}

TEST(SplitSpace, KeepsWithinTheBoundsOnLevels) {
    Problem problem = survey_problem(0);
    problem.quasi_identifiers[1].least_level = 1;
    problem.quasi_identifiers[0].greatest_level = 0;
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural);
    const domain_cut::SplitSpace space(domains);
    ASSERT_EQ(space.splits().size(), 1U);
    EXPECT_EQ(space.divisible(), std::vector<std::size_t>{1});
    EXPECT_EQ(space.cuts({0}), (Cuts{{0, 1, 2}, {0}}));
    EXPECT_EQ(space.cuts({1}), (Cuts{{0, 1, 2}, {0, 2}}));
}

TEST(Genetic, FindsTheBestCutsOfSmallProblems) {
    int released = 0;
    int best_found = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE(seed);
        const RandomCase made =
            random_case({.rows = 12 + seed % 9, .attributes = 2 + seed % 2, .values = 5}, seed);
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        constexpr std::array kTried{Objective::gcp, Objective::dm, Objective::lm, Objective::cm};
        problem->objective = kTried[seed % kTried.size()];
        const std::vector<domain_cut::OrderedDomain> domains =
            domain_cut::ordered_domains(*problem, domain_cut::DomainOrder::natural);
        const domain_cut::SplitSpace space(domains);
        if (space.splits().size() > 12) {
            continue;
        }
        const std::optional<double> best = best_of_all(*problem, domains, space);
        const Outcome outcome = run_method("genetic", *problem);
        ASSERT_EQ(outcome.recoding.has_value(), best.has_value());
        if (best) {
            ++released;
            ASSERT_GE(outcome.loss, *best);
            best_found += outcome.loss == *best ? 1 : 0;
        } else {
            EXPECT_EQ(outcome.ending, Ending::infeasible);
        }
    }
    EXPECT_GT(released, 60);
    EXPECT_GE(best_found, released * 95 / 100);
}

TEST(Genetic, IsNeverWorseThanTheMostGeneralCuts) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Problem problem = random_problem({.rows = 60, .attributes = 4, .values = 9}, seed);
        const std::vector<domain_cut::OrderedDomain> domains =
            domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural);
        Cuts top;
        for (const domain_cut::OrderedDomain& domain : domains) {
            top.push_back(domain.coarsest());
        }
        domain_cut::CutEvaluator evaluator(problem, domains);
        const domain_cut::CutFacts facts = evaluator.evaluate(top);
        ASSERT_TRUE(evaluator.is_release(facts));
        const Outcome outcome =
            run_method("genetic", problem, {{"population", "2"}, {"generations", "1"}});
        EXPECT_LE(outcome.loss, evaluator.value(facts));
    }
}

TEST(Genetic, IsTheSameForASeedAndAnyNumberOfThreads) {
    const Problem problem = random_problem({.rows = 400, .attributes = 5, .values = 12}, 5);
    RunContext context;
    const Outcome one = run_method("genetic", problem, {}, context);
    context.threads = 4;
    const Outcome four = run_method("genetic", problem, {}, context);
    EXPECT_EQ(one.loss, four.loss);
    EXPECT_EQ(one.stats, four.stats);
    context.seed = 2;
    EXPECT_NE(run_method("genetic", problem, {}, context).stats, one.stats)
        << "the seed has no effect";
}

TEST(Genetic, MoreChildrenFindNoWorse) {
    const Problem problem = random_problem({.rows = 400, .attributes = 5, .values = 12}, 8);
    const double few =
        run_method("genetic", problem, {{"population", "16"}, {"generations", "0"}}).loss;
    EXPECT_LT(run_method("genetic", problem, {{"population", "100"}, {"generations", "60"}}).loss,
              few);
}

TEST(Genetic, StopsAtTheNodeLimitWithTheBestSoFar) {
    const Problem problem = random_problem({.rows = 60, .attributes = 4, .values = 9}, 3);
    RunContext context;
    for (const std::uint64_t limit : {1U, 7U, 100U}) {
        context.node_limit = limit;
        const Outcome outcome = run_method("genetic", problem, {}, context);
        EXPECT_EQ(outcome.ending, Ending::timed_out);
        EXPECT_EQ(stat(outcome, "recodings_judged"), static_cast<double>(limit));
        EXPECT_TRUE(outcome.recoding) << "the most general cuts come first";
    }
    context.node_limit = 0;
    EXPECT_FALSE(run_method("genetic", problem, {}, context).recoding);
}

TEST(Genetic, EndsAsCancelled) {
    const std::atomic<bool> cancel = true;
    RunContext context;
    context.cancel = &cancel;
    const Outcome outcome = run_method("genetic", survey_problem(0), {}, context);
    EXPECT_EQ(outcome.ending, Ending::cancelled);
}

TEST(Genetic, ReleasesTheCoarsestCutsWhereNothingElseHolds) {
    const Problem problem = with_k(
        random_problem(
            {.rows = 40, .attributes = 1, .values = 12, .sensitive_values = 2, .starred_top = true},
            4),
        21);
    const Outcome outcome =
        run_method("genetic", problem, {{"population", "2"}, {"generations", "0"}});
    EXPECT_EQ(outcome.ending, Ending::feasible) << "40 rows make no two classes of 21";
    EXPECT_EQ(outcome.loss, 1.0);
}

TEST(Genetic, RefusesRatesOutOfBounds) {
    const std::vector<OptionMap> wrong{{{"population", "-1"}},
                                       {{"population", "1000001"}},
                                       {{"generations", "many"}},
                                       {{"crossover", "1.1"}},
                                       {{"mutation", "-1"}}};
    for (const OptionMap& options : wrong) {
        EXPECT_THROW(static_cast<void>(domain_cut::make_genetic(options)), Error)
            << options.begin()->first;
    }
}

}  // namespace
}  // namespace kanon::test
