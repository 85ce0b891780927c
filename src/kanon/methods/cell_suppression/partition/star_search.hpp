// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/partition/star_partition.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/methods/cell_suppression/patterns/star_bound.hpp"
#include "kanon/methods/contract/method.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cell_suppression {

/// What the methods of cell suppression have in common: the patterns of the mask by cost, and the
/// way from classes to an outcome with a bound. Borrows task and context.
class StarSearch {
public:
    /// \throws Error{bad_policy} if there are too many patterns.
    StarSearch(const Task& task, TieOrder order, const RunContext& context);

    [[nodiscard]] const Task& task() const { return task_; }

    [[nodiscard]] const RunContext& context() const { return context_; }

    [[nodiscard]] const PatternCosts& costs() const { return costs_; }

    [[nodiscard]] TieOrder order() const { return order_; }

    /// Allowed patterns but that of all stars, by cost.
    [[nodiscard]] std::span<const Pattern> patterns() const { return patterns_; }

    /// Those of them that cost less than 1 / beta of all stars (Park & Shim 2007, section 4.4).
    [[nodiscard]] std::span<const Pattern> patterns_below(double beta) const;

    /// What no release can stay below; found once.
    const StarBound& bound();

    /// A figure of the outcome's stats, in place of the one it had.
    void count(std::string_view name, std::uint64_t figure);

    /// Place what is left over, measure, bound. Types of class kSuppressedClass are left over.
    [[nodiscard]] Outcome finish(StarPartition partition);

    /// The outcome of a search that was stopped with nothing found.
    [[nodiscard]] Outcome stopped() const;

    /// The outcome of a search to the end that found no release, and why.
    [[nodiscard]] Outcome without_release(std::string reason) const;

private:
    [[nodiscard]] std::string why_not(std::uint64_t left, const StarBound& bound) const;

    const Task& task_;
    const RunContext& context_;
    TieOrder order_;
    PatternCosts costs_;
    std::vector<Pattern> patterns_;
    std::optional<StarBound> bound_;
    std::vector<std::pair<std::string, double>> stats_;
};

/// Refuse models that look beyond rows, for a method that counts rows.
/// \throws Error{bad_policy}
void require_rows_alone(std::string_view method, const Task& task);

/// Bredereck et al. 2013, Algorithm 1, with these patterns in their order, and that of all stars at
/// the end where the policy makes it a class. Row types left over are kSuppressedClass. Partial if
/// the search was stopped.
///
/// Differs: a row type comes in with the patterns that cost as much as the cheapest that can serve
/// it; before, no cell that it is in has enough rows.
[[nodiscard]] StarPartition greedy_partition(StarSearch& search, std::span<const Pattern> patterns);

}  // namespace kanon::cell_suppression
