// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/set_search.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/cell_suppression/adversaries/set_suppression.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/partition/leftovers.hpp"
#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Passes over all blocks that show more; each block gains, so there are few.
constexpr std::size_t kMostPasses = 16;

std::vector<Pattern> patterns_by_cost(const Task& task, const PatternCosts& costs) {
    std::vector<Pattern> out = task.patterns.patterns();
    sort_by_cost(out, costs, TieOrder::last);
    return out;
}

/// Rows of blocks that do not hold, by their values in attributes.
ShownRows& rows_of_failing(const Task& task,
                           std::span<const StarBlock> failing,
                           Pattern attributes,
                           std::map<Pattern, ShownRows>& known) {
    const auto found = known.find(attributes);
    if (found != known.end()) {
        return found->second;
    }
    ShownRows& rows = known.try_emplace(attributes, task, attributes).first->second;
    for (const StarBlock& block : failing) {
        rows.add(block.type, 0, block.rows);
    }
    return rows;
}

}  // namespace

SetSearch::SetSearch(const Task& task, const RunContext& context)
    : task_(task),
      context_(context),
      sets_(known_sets(task)),
      costs_(task),
      patterns_(patterns_by_cost(task, costs_)),
      serving_(task_, sets_, patterns_) {
    cheapest_.reserve(task.row_types().size());
    for (std::uint32_t type = 0; type < task.row_types().size(); ++type) {
        cheapest_.push_back(serving_.cheapest(type));
    }
    bound_ = cost_of_cheapest(task, patterns_, costs_, cheapest_);
}

std::vector<StarBlock> SetSearch::cheapest_blocks() const {
    std::vector<StarBlock> out;
    for (std::uint32_t type = 0; type < cheapest_.size(); ++type) {
        out.push_back({.type = type,
                       .rows = task_.row_types().counts[type],
                       .stars = cheapest_[type] < patterns_.size() ? patterns_[cheapest_[type]]
                                                                   : task_.patterns.everything()});
    }
    return out;
}

/// Of classes over all attributes that keep every promise.
std::vector<StarBlock> SetSearch::blocks_of_classes() const {
    Task task = task_;
    task.models = models_of_classes(task_.models);
    const RunContext to_the_end = without_limits(context_);
    StarSearch search(task, TieOrder::last, to_the_end);
    StarPartition partition = greedy_partition(search, search.patterns());
    static_cast<void>(place_leftovers(task,
                                      PackedTypes(task.row_types()),
                                      search.patterns(),
                                      search.costs(),
                                      to_the_end,
                                      partition));
    return blocks_of(task_, partition);
}

Pattern SetSearch::further_stars(StarBlocks& blocks,
                                 const StarBlock& block,
                                 std::map<Pattern, ShownRows>& failing) {
    const auto could_hold = [&](Pattern stars) {
        for (std::size_t s = 0; s < sets_.size(); ++s) {
            const Pattern known = sets_[s].attributes;
            std::uint64_t rows = blocks.alike(s, block.type, stars);
            if (rows < sets_[s].k) {
                rows += failing.at(known & ~stars).rows(block.type, 0);
            }
            if (rows < sets_[s].k) {
                return false;
            }
        }
        return true;
    };
    const auto found = std::ranges::find_if(patterns_, [&](Pattern stars) {
        return stars != block.stars && (stars & block.stars) == block.stars && could_hold(stars);
    });
    return found == patterns_.end() ? task_.patterns.everything() : *found;
}

void SetSearch::star_failing(StarBlocks& blocks) {
    for (bool changed = true; changed && !context_.should_stop();) {
        std::vector<std::size_t> places;
        std::vector<StarBlock> failing;
        for (std::size_t b = 0; b < blocks.blocks().size(); ++b) {
            if (!blocks.holds(blocks.blocks()[b])) {
                places.push_back(b);
                failing.push_back(blocks.blocks()[b]);
            }
        }
        std::map<Pattern, ShownRows> rows;
        for (const KnownSet& set : sets_) {
            for (Pattern part = set.attributes;; part = (part - 1) & set.attributes) {
                static_cast<void>(rows_of_failing(task_, failing, part, rows));
                if (part == 0) {
                    break;
                }
            }
        }
        std::vector<Pattern> chosen;
        chosen.reserve(failing.size());
        for (const StarBlock& block : failing) {
            chosen.push_back(further_stars(blocks, block, rows));
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            blocks.change(places[i], chosen[i]);
        }
        changed = !places.empty();
    }
}

bool SetSearch::show_more(StarBlocks& blocks, std::size_t index) {
    const StarBlock block = blocks.blocks()[index];
    const StarCost now = costs_.of(block.stars);
    for (const Pattern stars : patterns_) {
        if (costs_.of(stars) >= now) {
            return false;
        }
        if (blocks.can_become(block, stars)) {
            blocks.change(index, stars);
            return true;
        }
    }
    return false;
}

void SetSearch::show_more(StarBlocks& blocks) {
    std::vector<std::size_t> order(blocks.blocks().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return costs_.of(blocks.blocks()[a].stars) > costs_.of(blocks.blocks()[b].stars);
    });
    bool changed = true;
    for (std::size_t pass = 0; pass < kMostPasses && changed; ++pass) {
        changed = false;
        for (const std::size_t index : order) {
            if (context_.should_stop()) {
                return;
            }
            changed = show_more(blocks, index) || changed;
        }
    }
}

std::optional<std::vector<StarBlock>> SetSearch::if_within_limit(StarBlocks blocks) {
    show_more(blocks);
    const std::uint64_t suppressed = blocks.suppressed_rows();
    if (suppressed > most_suppressed() || suppressed == task_.row_types().row_count()) {
        return std::nullopt;
    }
    return std::vector<StarBlock>(blocks.blocks().begin(), blocks.blocks().end());
}

std::optional<std::vector<StarBlock>> SetSearch::greedy() {
    StarBlocks blocks(task_, sets_, cheapest_blocks());
    star_failing(blocks);
    if (context_.should_stop()) {
        return std::nullopt;
    }
    auto found = if_within_limit(std::move(blocks));
    return found ? found : if_within_limit(StarBlocks(task_, sets_, blocks_of_classes()));
}

Outcome SetSearch::finish(const std::optional<std::vector<StarBlock>>& found,
                          StarCost bound) const {
    Outcome outcome;
    outcome.stats = {{"patterns", static_cast<double>(patterns_.size())},
                     {"sets", static_cast<double>(sets_.size())}};
    if (!found) {
        if (context_.should_stop()) {
            outcome.ending = context_.cancelled() ? Ending::cancelled : Ending::timed_out;
            return outcome;
        }
        outcome.ending = Ending::infeasible;
        outcome.reason = "no stars were found with which each adversary finds enough rows, and " +
                         count_text(most_suppressed(), "row") + " may be suppressed";
        return outcome;
    }
    const StarPartition partition = partition_of(task_, *found);
    outcome.loss = costs_.loss(count_stars(task_, partition));
    outcome.lower_bound = std::min(costs_.loss_of(bound), outcome.loss);
    StarCost cost = 0;
    for (const StarBlock& block : *found) {
        cost += costs_.of(block.stars) * block.rows;
    }
    outcome.ending = cost <= bound ? Ending::optimal : Ending::feasible;
    outcome.lower_bound = cost <= bound ? outcome.loss : *outcome.lower_bound;
    outcome.recoding = recode_stars(task_, partition);
    return outcome;
}

Outcome star_sets_greedily(const Task& task, const RunContext& context) {
    SetSearch search(task, context);
    const auto found = search.greedy();
    return search.finish(found, search.bound());
}

}  // namespace kanon::cell_suppression
