// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007), Figs 12 and 13.
#include "kanon/methods/domain_cut/bounds/cut_tree_search.hpp"
#include "kanon/methods/domain_cut/domains/cut_space.hpp"

#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace kanon::test {
namespace {

/// Race: asian 1, black 2, white 3. ZIP: 94138 4, 94139 5, 94141 6, 94142 7. The least values are
/// left out; {6} is one race, and ZIP in {94138, 94139} and {94141, 94142}.
TEST(SurveyCuts, IndexOfEachValueOfFigure12) {
    const Problem problem = survey_problem(9);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural);
    const domain_cut::CutSpace space(domains, {.by_hierarchy = false, .with_pivot = false});
    std::vector<std::string> values;
    for (const domain_cut::OrderedDomain& domain : domains) {
        for (domain_cut::Rank rank = 0; rank < domain.size(); ++rank) {
            const std::size_t j = values.size() < 3 ? 0 : 1;
            EXPECT_EQ(domain_cut::value_index(domains, j, rank), values.size() + 1);
            values.emplace_back(
                problem.quasi_identifiers[j].hierarchy.text(0, domain.code_at(rank)));
        }
    }
    EXPECT_EQ(
        values,
        (std::vector<std::string>{"asian", "black", "white", "94138", "94139", "94141", "94142"}));
    std::vector<std::uint32_t> indices;
    for (const domain_cut::CutItem& item : space.items) {
        indices.push_back(item.index);
    }
    EXPECT_EQ(indices, (std::vector<std::uint32_t>{2, 3, 5, 6, 7}));
    const std::vector<std::uint32_t> none;
    const std::vector<std::uint32_t> six{3};
    EXPECT_EQ(space.cuts(none, {}), (std::vector<domain_cut::DomainCut>{{0}, {0}}));
    EXPECT_EQ(space.cuts(six, {}), (std::vector<domain_cut::DomainCut>{{0}, {0, 2}}));
}

std::vector<std::vector<std::uint32_t>> visit_order(const domain_cut::ItemSets& sets) {
    std::vector<std::vector<std::uint32_t>> order{sets.head};
    for (std::size_t place = 0; place < sets.tail.size(); ++place) {
        for (auto& head : visit_order(sets.child(place))) {
            order.push_back(std::move(head));
        }
    }
    return order;
}

TEST(SurveyCuts, TheSetEnumerationTreeOfFigure13) {
    const std::vector<std::vector<std::uint32_t>> expected{
        {}, {1}, {1, 2}, {1, 2, 3}, {1, 3}, {2}, {2, 3}, {3}};
    EXPECT_EQ(visit_order({.head = {}, .tail = {1, 2, 3}}), expected);
}

}  // namespace
}  // namespace kanon::test
