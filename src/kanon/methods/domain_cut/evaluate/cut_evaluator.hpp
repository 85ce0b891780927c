// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/grouped.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/shared/cost.hpp"
#include "kanon/methods/shared/type_grouper.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/class_checker.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// What is known of a recoding by cuts once it was evaluated.
struct CutFacts {
    std::uint64_t suppressed_rows = 0;  ///< rows of groups that fail a model
    std::uint64_t groups = 0;           ///< released or not
    std::uint64_t classes = 0;          ///< released
    std::uint64_t squared_sizes = 0;    ///< sum of squares over released classes
    Cost cost = 0;                      ///< what the objective measures cells by; see CostScale
    std::uint64_t minority_rows = 0;    ///< released, not of their class's majority label; cm alone
};

/// Judges global recodings by cuts, one cut per attribute: every group of rows whose values lie in
/// the same parts is a class if it holds every privacy model, and suppressed whole if not.
///
/// Keeps its buffers from call to call: one object per thread. Borrows the task and the domains.
class CutEvaluator {
public:
    /// \pre one domain per quasi-identifier
    CutEvaluator(const Task& task, std::span<const OrderedDomain> domains);

    /// Evaluate one cut per attribute. Cost O(t m + values), plus the histogram entries of the row
    /// types if a model or the objective looks at more than rows.
    [[nodiscard]] CutFacts evaluate(std::span<const DomainCut> cuts);

    /// True if the recoding keeps the promises within the suppression limit and releases a class.
    [[nodiscard]] bool is_release(const CutFacts& facts) const;

    /// The task's objective. \pre it does not speak of levels.
    [[nodiscard]] double value(const CutFacts& facts) const;

    /// Per row type: true if the cuts last evaluated suppress its rows.
    [[nodiscard]] std::vector<bool> suppressed_types() const;

    /// Evaluate the cuts and carry them out. Cost as evaluate().
    [[nodiscard]] GlobalRecoding recode(std::span<const DomainCut> cuts);

private:
    void count_rows();
    [[nodiscard]] Cost cost_of(std::size_t attribute, RankRun run) const;
    void map_parts(std::span<const DomainCut> cuts);
    void collect_groups();
    void judge();
    [[nodiscard]] Cost released_cost() const;

    [[nodiscard]] std::span<const std::uint32_t> types_of(std::size_t group) const {
        return types_.of(group);
    }

    [[nodiscard]] std::uint64_t minority_of(std::size_t group);

    const Task& task_;
    std::span<const OrderedDomain> domains_;
    CellMeasure measure_;  ///< of the objective
    CostScale scale_;
    /// Entropy: per attribute, rows with a value before each rank, and all.
    std::vector<std::vector<std::uint64_t>> rows_before_;
    ClassChecker checker_;
    TypeGrouper grouper_;
    std::vector<PartMap> maps_;
    std::vector<std::vector<Cost>> part_cost_;  ///< per attribute, per part
    std::vector<std::uint64_t> rows_;           ///< per group
    Grouped<> types_;                           ///< row types of each group
    std::vector<bool> holds_;                   ///< per group
    HistogramSum labels_;                       ///< of the class attribute
};

}  // namespace kanon::domain_cut
