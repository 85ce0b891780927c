// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/cell_suppression/adversaries/serving_patterns.hpp"
#include "kanon/methods/cell_suppression/adversaries/star_blocks.hpp"
#include "kanon/methods/cell_suppression/adversaries/tuple_types.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// What is known of a task whose cells are starred set by set, and the way to an outcome. Borrows
/// task and context.
class SetSearch {
public:
    SetSearch(const Task& task, const RunContext& context);
    ~SetSearch() = default;

    // Its parts refer to each other.
    SetSearch(const SetSearch&) = delete;
    SetSearch(SetSearch&&) = delete;
    SetSearch& operator=(const SetSearch&) = delete;
    SetSearch& operator=(SetSearch&&) = delete;

    /// The given one, its types divided by what is tracked where an adversary asks for it.
    [[nodiscard]] const Task& task() const { return task_; }

    [[nodiscard]] const RunContext& context() const { return context_; }

    [[nodiscard]] std::span<const KnownSet> sets() const { return sets_; }

    [[nodiscard]] const PatternCosts& costs() const { return costs_; }

    /// Allowed patterns but that of all stars, by cost.
    [[nodiscard]] std::span<const Pattern> patterns() const { return patterns_; }

    [[nodiscard]] ServingPatterns& serving() { return serving_; }

    /// Per row type the place of its cheapest serving pattern.
    [[nodiscard]] std::span<const std::size_t> cheapest() const { return cheapest_; }

    /// No release costs less.
    [[nodiscard]] StarCost bound() const { return bound_; }

    /// Rows that may be starred throughout.
    [[nodiscard]] std::uint64_t most_suppressed() const {
        return task_.patterns.all_star == AllStar::never ? 0 : task_.suppression_limit;
    }

    /// The blocks of a release that holds within the limit; none: none was found.
    [[nodiscard]] std::optional<std::vector<StarBlock>> greedy();

    [[nodiscard]] StarCost cost_of(std::span<const StarBlock> blocks) const;

    /// The outcome for blocks that hold. `bound`: no release costs less.
    [[nodiscard]] Outcome finish(const std::optional<std::vector<StarBlock>>& found,
                                 StarCost bound) const;

private:
    /// Release with a pattern all suppressed rows that can be together: what is left when rows that
    /// are too few are taken out again until none is.
    void take_rows(StarBlocks& blocks, std::size_t pattern);
    /// Release suppressed rows as a class of k rows or more, with others that show the same then
    /// and are not needed where they are. False: it cannot be, and nothing is changed.
    [[nodiscard]] bool found_class(StarBlocks& blocks, std::size_t index, Pattern stars);
    /// Found classes for suppressed rows until they are within the limit.
    void place_left_over(StarBlocks& blocks);
    /// Give up rows of a release, and take them anew by patterns in a slightly other order; what is
    /// found is kept if it costs less. Rounds by the size of the table.
    void improve(std::vector<StarBlock>& best);
    /// Suppress the rows that star an attribute drawn at random, and some others; then those that
    /// do not hold any more, until all hold.
    void give_up_some(StarBlocks& blocks, Random& random) const;
    /// Places of the patterns by cost, each made dearer by a factor drawn from 1 to 2.
    [[nodiscard]] std::vector<std::size_t> near_order(Random& random) const;
    void show_more(StarBlocks& blocks);
    [[nodiscard]] bool show_more(StarBlocks& blocks, std::size_t index);
    [[nodiscard]] std::optional<std::vector<StarBlock>> if_within_limit(StarBlocks blocks);
    [[nodiscard]] std::vector<StarBlock> suppressed_blocks() const;
    [[nodiscard]] std::vector<StarBlock> blocks_of_classes() const;

    const Task& given_;
    const RunContext& context_;
    std::vector<KnownSet> sets_;
    TupleTypes types_;
    const Task& task_;
    PatternCosts costs_;
    std::vector<Pattern> patterns_;
    ServingPatterns serving_;
    std::map<Pattern, ShownKeys> shown_;  ///< of rows by all that a pattern shows
    std::vector<std::size_t> cheapest_;
    StarCost bound_ = 0;
};

}  // namespace kanon::cell_suppression
