// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <vector>

namespace kanon::test {

/// What becomes of the rows under one cut per attribute.
struct JudgedCuts {
    std::uint64_t rows = 0;     ///< of the table
    std::uint64_t failing = 0;  ///< in groups that fail a model
    std::uint64_t classes = 0;  ///< groups that hold
    std::uint64_t least = 0;    ///< rows of the smallest class
    bool released = false;      ///< failing rows are within the limit and a class is there
};

/// Judge cuts from the rows, with nothing shared with any search but the models.
[[nodiscard]] JudgedCuts judge_cuts(const Problem& problem,
                                    const std::vector<domain_cut::OrderedDomain>& domains,
                                    const std::vector<domain_cut::DomainCut>& cuts);

/// The runs that the next labels below divide a label's run into; none for a leaf.
[[nodiscard]] std::vector<domain_cut::RankRun> children_of(const domain_cut::OrderedDomain& domain,
                                                           domain_cut::RankRun run);

/// Expect the outcome to release every value by its part of these cuts.
void expect_cut_by(const Problem& problem,
                   const std::vector<domain_cut::OrderedDomain>& domains,
                   const Outcome& outcome,
                   const std::vector<domain_cut::DomainCut>& cuts);

}  // namespace kanon::test
