// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"

#include "support/brute_force.hpp"
#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <vector>

namespace kanon::test {
namespace {

domain_cut::DomainCut level_cut(const domain_cut::OrderedDomain& domain, Level level) {
    domain_cut::DomainCut cut;
    for (domain_cut::Rank rank = 0; rank < domain.size();
         rank = domain.label_run(level, rank).last + 1) {
        cut.push_back(rank);
    }
    return cut;
}

void expect_values(Problem& problem,
                   const std::vector<domain_cut::OrderedDomain>& domains,
                   const std::vector<domain_cut::DomainCut>& cuts,
                   const LossFacts& facts) {
    for (const Objective objective : {Objective::gcp,
                                      Objective::dm,
                                      Objective::suppressed_rows,
                                      Objective::distinct_rows,
                                      Objective::cm}) {
        problem.objective = objective;
        domain_cut::CutEvaluator evaluator(problem, domains);
        ASSERT_NEAR(evaluator.value(evaluator.evaluate(cuts)),
                    objective_value(objective, facts),
                    1e-9 * static_cast<double>(problem.table.row_count()))
            << info(objective).name;
    }
}

TEST(CutEvaluator, JudgesTheCutsOfALevelVectorAsTheLatticeDoes) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({}, seed);
        problem.suppression_limit = seed % 5;
        if (seed % 3 == 0) {
            add_l_diversity(problem, seed % 6 == 0 ? "entropy" : "distinct", 2);
        }
        const std::vector<domain_cut::OrderedDomain> domains =
            domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves);
        domain_cut::CutEvaluator evaluator(problem, domains);
        const Lattice lattice = problem.lattice();
        for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
            const Node node = lattice.node(rank);
            std::vector<domain_cut::DomainCut> cuts;
            for (std::size_t j = 0; j < node.size(); ++j) {
                cuts.push_back(level_cut(domains[j], node[j]));
            }
            const domain_cut::CutFacts facts = evaluator.evaluate(cuts);
            const JudgedNode judged = judge_node(problem, node);
            ASSERT_EQ(facts.suppressed_rows, judged.facts.suppressed_rows);
            ASSERT_EQ(facts.classes, judged.facts.classes);
            ASSERT_EQ(static_cast<double>(facts.squared_sizes), judged.facts.squared_sizes);
            ASSERT_EQ(evaluator.is_release(facts), judged.feasible);
            expect_values(problem, domains, cuts, judged.facts);
        }
    }
}

/// Race {asian, black, white}, ZIP {94138, 94139, 94141, 94142}; see survey.hpp.
TEST(CutEvaluator, CountsClassesOfCutsThatNoLevelHas) {
    const Problem problem = survey_problem(4);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves);
    domain_cut::CutEvaluator evaluator(problem, domains);
    // asian | black, white; 94138, 94139 | 94141 | 94142.
    const domain_cut::CutFacts facts =
        evaluator.evaluate(std::vector<domain_cut::DomainCut>{{0, 1}, {0, 2, 3}});
    EXPECT_EQ(facts.groups, 5U);
    EXPECT_EQ(facts.classes, 2U);
    EXPECT_EQ(facts.suppressed_rows, 3U);
    EXPECT_EQ(facts.squared_sizes, 9U + 9U);
    // Released rows: asian costs 0, {black, white} 1/2; 9413* 1/3. Suppressed ones: 2.
    EXPECT_DOUBLE_EQ(evaluator.value(facts),
                     (3 * (0.0 + 1.0 / 3) + 3 * (0.5 + 1.0 / 3) + 3 * 2) / 18);
    EXPECT_TRUE(evaluator.is_release(facts));
}

TEST(CutEvaluator, AFullyGeneralizedTableIsARelease) {
    const Problem problem = random_problem({.starred_top = true}, 7);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves);
    domain_cut::CutEvaluator evaluator(problem, domains);
    const domain_cut::CutFacts facts = evaluator.evaluate(
        std::vector<domain_cut::DomainCut>(domains.size(), domain_cut::DomainCut{0}));
    EXPECT_EQ(facts.suppressed_rows, 0U);
    EXPECT_EQ(facts.classes, 1U);
    EXPECT_DOUBLE_EQ(evaluator.value(facts), 1);
    EXPECT_TRUE(evaluator.is_release(facts));
}

TEST(CutEvaluator, GroupsByMoreAttributesThanAKeyHolds) {
    const Problem problem = random_problem({.rows = 60, .attributes = 30, .values = 8}, 3);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves);
    domain_cut::CutEvaluator evaluator(problem, domains);
    std::vector<domain_cut::DomainCut> cuts;
    cuts.reserve(domains.size());
    for (const domain_cut::OrderedDomain& domain : domains) {
        cuts.push_back(domain.finest());
    }
    EXPECT_EQ(evaluator.evaluate(cuts).groups, problem.row_types().size());
}

TEST(CutEvaluator, ARecodingByCutsPassesTheAudit) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({}, seed);
        problem.suppression_limit = problem.table.row_count();
        problem.objective = seed % 2 == 0 ? Objective::lm : Objective::gcp;
        const std::vector<domain_cut::OrderedDomain> domains =
            domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves);
        std::vector<domain_cut::DomainCut> cuts;
        for (const domain_cut::OrderedDomain& domain : domains) {
            // Parts of two values, the last perhaps of one.
            domain_cut::DomainCut& cut = cuts.emplace_back();
            for (domain_cut::Rank rank = 0; rank < domain.size(); rank += 2) {
                cut.push_back(rank);
            }
        }
        domain_cut::CutEvaluator evaluator(problem, domains);
        const domain_cut::CutFacts facts = evaluator.evaluate(cuts);
        const AuditReport report = audited(problem, release_of(problem, evaluator.recode(cuts)));
        const bool by_lm = problem.objective == Objective::lm;
        EXPECT_NEAR(by_lm ? report.measures.lm : report.measures.gcp, evaluator.value(facts), 1e-9);
        EXPECT_EQ(report.measures.classes, facts.classes);
        EXPECT_EQ(report.measures.suppressed_rows, facts.suppressed_rows);
    }
}

}  // namespace
}  // namespace kanon::test
