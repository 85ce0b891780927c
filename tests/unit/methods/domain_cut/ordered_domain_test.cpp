// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"

#include "kanon/hierarchy/builders.hpp"
#include "kanon/methods/domain_cut/domains/value_tree.hpp"
#include "kanon/release/release.hpp"

#include "support/survey.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

using Kind = ReleasedValue::Kind;
using Labels = std::map<std::string, std::string>;

/// A problem of one attribute, for domains only.
Problem problem_over(const std::string& cells, const std::vector<Labels>& levels) {
    Problem problem;
    problem.table = table_of("q", cells);
    QuasiIdentifier& qi = problem.quasi_identifiers.emplace_back();
    qi.name = "q";
    qi.hierarchy = levels.empty() ? flat_hierarchy(problem.table.column(0).dictionary)
                                  : hierarchy_of(problem.table.column(0), levels);
    qi.hierarchy_given = !levels.empty();
    qi.greatest_level = qi.hierarchy.height();
    return problem;
}

/// Ages without a hierarchy; one is missing.
Problem ages() {
    Problem problem = problem_over("30; 20; ?; 25; 40", {});
    problem.quasi_identifiers[0].recode_range = true;
    return problem;
}

/// Countries under continents; `?` stands under Europe, so that rank 0 and its neighbours do too.
Problem countries() {
    return problem_over(
        "China; France; Japan; Spain; ?",
        {{{"China", "Asia"}, {"Japan", "Asia"}, {"France", "EU"}, {"Spain", "EU"}, {"", "EU"}},
         {{"China", "*"}, {"Japan", "*"}, {"France", "*"}, {"Spain", "*"}, {"", "*"}}});
}

std::vector<std::string> values_in_order(const domain_cut::OrderedDomain& domain,
                                         const Problem& problem) {
    std::vector<std::string> texts;
    for (domain_cut::Rank rank = 0; rank < domain.size(); ++rank) {
        texts.emplace_back(problem.table.column(0).dictionary->text(domain.code_at(rank)));
    }
    return texts;
}

std::string spelled(const domain_cut::OrderedDomain& domain,
                    const Problem& problem,
                    domain_cut::RankRun run) {
    ReleasedDomain released;
    const ReleasedValue value = domain.released(run, released);
    return spell(value,
                 released,
                 *problem.table.column(0).dictionary,
                 &problem.quasi_identifiers[0].hierarchy);
}

TEST(OrderedDomain, PutsTheMissingValueBeforeNumbersAndOutsideTheirRanges) {
    const Problem problem = ages();
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::natural);
    EXPECT_TRUE(domain.by_number());
    EXPECT_EQ(values_in_order(domain, problem),
              (std::vector<std::string>{"", "20", "25", "30", "40"}));
    EXPECT_EQ(spelled(domain, problem, {0, 0}), "");
    EXPECT_EQ(spelled(domain, problem, {1, 3}), "[20, 30]");
    EXPECT_EQ(spelled(domain, problem, {0, 2}), "{20, 25, }");
    EXPECT_EQ(spelled(domain, problem, {0, 4}), "*");
    EXPECT_DOUBLE_EQ(domain.loss({1, 3}), 0.5);
    EXPECT_DOUBLE_EQ(domain.loss({0, 2}), 0.5);
    EXPECT_DOUBLE_EQ(domain.loss({1, 1}), 0);
}

TEST(OrderedDomain, KeepsEveryLabelARunWithTheMissingValueFirst) {
    const Problem problem = countries();
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::natural);
    EXPECT_FALSE(domain.by_number());
    EXPECT_EQ(values_in_order(domain, problem),
              (std::vector<std::string>{"", "France", "Spain", "China", "Japan"}));
    EXPECT_EQ(domain.label_run(1, 1), (domain_cut::RankRun{0, 2}));
    EXPECT_EQ(spelled(domain, problem, {0, 2}), "EU");
    EXPECT_EQ(spelled(domain, problem, {3, 4}), "Asia");
    EXPECT_EQ(spelled(domain, problem, {1, 2}), "{France, Spain}");
    EXPECT_EQ(spelled(domain, problem, {2, 4}), "{China, Japan, Spain}");
    EXPECT_EQ(spelled(domain, problem, {0, 4}), "*");
    EXPECT_DOUBLE_EQ(domain.loss({0, 2}), 0.5);
}

TEST(OrderedDomain, TakesANumberedDomainOnlyWhereNoHierarchyWasGivenOrRangesWereAskedFor) {
    Problem problem = ages();
    EXPECT_TRUE(domain_cut::is_cut_by_number(problem, 0));
    problem.quasi_identifiers[0].hierarchy_given = true;
    EXPECT_FALSE(domain_cut::is_cut_by_number(problem, 0));
    problem.quasi_identifiers[0].range_asked = true;
    EXPECT_TRUE(domain_cut::is_cut_by_number(problem, 0));
    problem.quasi_identifiers[0].least_level = 1;
    EXPECT_FALSE(domain_cut::is_cut_by_number(problem, 0)) << "bounds speak of levels";
    EXPECT_FALSE(
        domain_cut::OrderedDomain(problem, 0, domain_cut::DomainOrder::natural).by_number());
}

TEST(OrderedDomain, BoundsOnLevelsHoldTheFinestAndTheCoarsestCut) {
    Problem problem = countries();
    EXPECT_EQ(domain_cut::OrderedDomain(problem, 0, domain_cut::DomainOrder::leaves).finest(),
              (domain_cut::DomainCut{0, 1, 2, 3, 4}));
    EXPECT_EQ(domain_cut::OrderedDomain(problem, 0, domain_cut::DomainOrder::leaves).coarsest(),
              domain_cut::DomainCut{0});
    problem.quasi_identifiers[0].least_level = 1;
    problem.quasi_identifiers[0].greatest_level = 1;
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::leaves);
    EXPECT_EQ(domain.finest(), (domain_cut::DomainCut{0, 3}));
    EXPECT_EQ(domain.coarsest(), (domain_cut::DomainCut{0, 3}));
    EXPECT_EQ(spelled(domain, problem, {0, 2}), "EU");
}

TEST(OrderedDomain, ASingleValueIsReleasedAtTheLeastLevel) {
    Problem problem = problem_over("a; b", {{{"a", "A"}, {"b", "B"}}, {{"a", "*"}, {"b", "*"}}});
    EXPECT_EQ(spelled(domain_cut::OrderedDomain(problem, 0, domain_cut::DomainOrder::leaves),
                      problem,
                      {1, 1}),
              "b");
    problem.quasi_identifiers[0].least_level = 1;
    EXPECT_EQ(spelled(domain_cut::OrderedDomain(problem, 0, domain_cut::DomainOrder::leaves),
                      problem,
                      {1, 1}),
              "B");
}

TEST(OrderedDomain, DoesNotUseALabelThatMeansMoreAtAnotherLevel) {
    const Problem problem = problem_over("a; b; c; d",
                                         {{{"a", "X"}, {"b", "X"}, {"c", "Y"}, {"d", "Z"}},
                                          {{"a", "X"}, {"b", "X"}, {"c", "X"}, {"d", "Z"}},
                                          {{"a", "*"}, {"b", "*"}, {"c", "*"}, {"d", "*"}}});
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::leaves);
    EXPECT_EQ(spelled(domain, problem, {0, 1}), "{a, b}");
    EXPECT_EQ(spelled(domain, problem, {0, 2}), "{a, b, c}");
    EXPECT_DOUBLE_EQ(domain.loss({0, 1}), 1.0 / 3);
}

TEST(OrderedDomain, OneValueLosesNothing) {
    const Problem problem = problem_over("a; a", {});
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::natural);
    EXPECT_EQ(spelled(domain, problem, {0, 0}), "a");
    EXPECT_DOUBLE_EQ(domain.loss({0, 0}), 0);
}

TEST(DomainCut, NamesThePartOfEachCode) {
    const Problem problem = countries();
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::leaves);
    const domain_cut::DomainCut cut{0, 2, 3};
    EXPECT_EQ(domain_cut::part_run(cut, 1, domain.size()), (domain_cut::RankRun{2, 2}));
    EXPECT_EQ(domain_cut::part_run(cut, 2, domain.size()), (domain_cut::RankRun{3, 4}));
    // Codes: China, France, Japan, Spain, missing.
    EXPECT_EQ(domain_cut::part_of_code(domain, cut), (std::vector<std::uint32_t>{2, 0, 2, 1, 0}));
}

TEST(ValueTree, LeavesOutNodesWithOneChild) {
    // Level 1 groups a and b; c stands alone up to the root, d alone at level 1.
    const Problem problem = problem_over("a; b; c; d",
                                         {{{"a", "AB"}, {"b", "AB"}, {"c", "C"}, {"d", "D"}},
                                          {{"a", "ABD"}, {"b", "ABD"}, {"c", "C"}, {"d", "ABD"}},
                                          {{"a", "*"}, {"b", "*"}, {"c", "*"}, {"d", "*"}}});
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::leaves);
    const domain_cut::ValueTree tree(domain);
    std::vector<std::string> labels;
    std::vector<std::uint32_t> parents;
    for (const domain_cut::ValueTree::Node& node : tree.nodes()) {
        labels.push_back(spelled(domain, problem, node.run));
        parents.push_back(node.parent);
    }
    EXPECT_EQ(labels, (std::vector<std::string>{"*", "ABD", "c", "AB", "d", "a", "b"}));
    EXPECT_EQ(parents, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 3, 3}));
    EXPECT_EQ(tree.root_count(), 1U);
    EXPECT_EQ(labels[tree.leaf_of(domain.rank_of(3))], "d");
}

TEST(ValueTree, BoundsOnLevelsMakeItAForest) {
    Problem problem = countries();
    problem.quasi_identifiers[0].greatest_level = 1;
    const domain_cut::OrderedDomain domain(problem, 0, domain_cut::DomainOrder::leaves);
    const domain_cut::ValueTree tree(domain);
    EXPECT_EQ(tree.root_count(), 2U);
    EXPECT_EQ(tree.nodes().size(), 7U);
    EXPECT_EQ(tree.nodes()[1].run, (domain_cut::RankRun{3, 4}));
    EXPECT_EQ(tree.nodes()[1].parent, 1U);
    EXPECT_EQ(tree.nodes()[0].child_count, 3U);
}

}  // namespace
}  // namespace kanon::test
