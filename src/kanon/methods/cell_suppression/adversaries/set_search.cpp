// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/set_search.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/cell_suppression/adversaries/set_suppression.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/partition/leftovers.hpp"
#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Passes over all blocks that show more; each block gains, so there are few.
constexpr std::size_t kMostPasses = 16;

/// Rounds of improvement, and looks at types, sets and patterns that all of them take about.
constexpr std::size_t kMostRounds = 1000;
constexpr std::size_t kLooks = std::size_t{1} << 30U;

/// Of ten parts of the rows fewer than half are given up besides those with one star.
constexpr std::uint64_t kShares = 10;

std::vector<Pattern> patterns_by_cost(const Task& task, const PatternCosts& costs) {
    std::vector<Pattern> out = task.patterns.patterns();
    sort_by_cost(out, costs, TieOrder::last);
    return out;
}

}  // namespace

SetSearch::SetSearch(const Task& task, const RunContext& context)
    : given_(task),
      context_(context),
      sets_(known_sets(task)),
      types_(task, any_looks_at_values(sets_)),
      task_(types_.task()),
      costs_(task_),
      patterns_(patterns_by_cost(task_, costs_)),
      serving_(task_, sets_, patterns_) {
    cheapest_.reserve(task_.row_types().size());
    for (std::uint32_t type = 0; type < task_.row_types().size(); ++type) {
        cheapest_.push_back(serving_.cheapest(type));
    }
    for (const Pattern stars : patterns_) {
        shown_.try_emplace(stars, task_, task_.patterns.everything() & ~stars);
    }
    bound_ = cost_of_cheapest(task_, patterns_, costs_, cheapest_);
}

std::vector<StarBlock> SetSearch::suppressed_blocks() const {
    std::vector<StarBlock> out;
    for (std::uint32_t type = 0; type < cheapest_.size(); ++type) {
        out.push_back({.type = type,
                       .rows = task_.row_types().counts[type],
                       .stars = task_.patterns.everything()});
    }
    return out;
}

/// Of classes over all attributes that keep every promise.
std::vector<StarBlock> SetSearch::blocks_of_classes() const {
    Task task = given_;
    task.models = models_of_classes(given_.models);
    const RunContext to_the_end = without_limits(context_);
    StarSearch search(task, TieOrder::last, to_the_end);
    StarPartition partition = greedy_partition(search, search.patterns());
    static_cast<void>(place_leftovers(task,
                                      PackedTypes(task.row_types()),
                                      search.patterns(),
                                      search.costs(),
                                      to_the_end,
                                      partition));
    return types_.blocks_of(recode_stars(given_, partition), partition.stars);
}

void SetSearch::take_rows(StarBlocks& blocks, std::size_t pattern) {
    const Pattern stars = patterns_[pattern];
    std::vector<std::size_t> taken;
    for (std::size_t b = 0; b < blocks.blocks().size(); ++b) {
        const StarBlock& block = blocks.blocks()[b];
        if (blocks.is_suppressed(block) && cheapest_[block.type] <= pattern &&
            serving_.serves(block.type, stars)) {
            taken.push_back(b);
            blocks.change(b, stars);
        }
    }
    for (bool changed = true; changed;) {
        std::vector<std::size_t> failing;
        std::ranges::copy_if(taken, std::back_inserter(failing), [&](std::size_t b) {
            return !blocks.holds(blocks.blocks()[b]);
        });
        for (const std::size_t b : failing) {
            blocks.change(b, task_.patterns.everything());
        }
        std::erase_if(taken,
                      [&](std::size_t b) { return blocks.is_suppressed(blocks.blocks()[b]); });
        changed = !failing.empty();
    }
}

bool SetSearch::found_class(StarBlocks& blocks, std::size_t index, Pattern stars) {
    const StarBlock founder = blocks.blocks()[index];
    const std::uint64_t k = std::ranges::max(sets_, {}, &KnownSet::k).k;
    std::vector<std::pair<std::size_t, Pattern>> moved{{index, founder.stars}};
    std::uint64_t rows = founder.rows;
    blocks.change(index, stars);
    const std::uint64_t shown = shown_.at(stars).key(founder.type, stars);
    const auto is_enough = [&] { return rows >= k && blocks.holds(blocks.blocks()[index]); };
    for (std::size_t b = 0; b < blocks.blocks().size() && !is_enough(); ++b) {
        const StarBlock block = blocks.blocks()[b];
        if (b != index && block.stars != stars &&
            shown_.at(stars).key(block.type, stars) == shown && blocks.can_leave(block, stars)) {
            moved.emplace_back(b, block.stars);
            blocks.change(b, stars);
            rows += block.rows;
        }
    }
    if (blocks.holds(blocks.blocks()[index])) {
        return true;
    }
    for (std::size_t i = moved.size(); i-- > 0;) {
        blocks.change(moved[i].first, moved[i].second);
    }
    return false;
}

void SetSearch::place_left_over(StarBlocks& blocks) {
    std::uint64_t left = blocks.suppressed_rows();
    for (std::size_t b = 0; b < blocks.blocks().size() && left > most_suppressed(); ++b) {
        const StarBlock block = blocks.blocks()[b];
        if (!blocks.is_suppressed(block)) {
            continue;
        }
        for (std::size_t p = cheapest_[block.type]; p < patterns_.size(); ++p) {
            if (context_.should_stop()) {
                return;
            }
            if (serving_.serves(block.type, patterns_[p]) && found_class(blocks, b, patterns_[p])) {
                left = blocks.suppressed_rows();
                break;
            }
        }
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
    StarBlocks blocks(task_, sets_, suppressed_blocks());
    for (std::size_t pattern = 0; pattern < patterns_.size(); ++pattern) {
        if (context_.should_stop()) {
            return std::nullopt;
        }
        take_rows(blocks, pattern);
    }
    place_left_over(blocks);
    auto by_pattern = if_within_limit(std::move(blocks));
    auto by_class = if_within_limit(StarBlocks(task_, sets_, blocks_of_classes()));
    const bool is_better = by_class && (!by_pattern || cost_of(*by_class) < cost_of(*by_pattern));
    auto& best = is_better ? by_class : by_pattern;
    if (best) {
        improve(*best);
    }
    return std::move(best);
}

void SetSearch::improve(std::vector<StarBlock>& best) {
    const std::size_t looks = task_.row_types().size() * sets_.size() * patterns_.size();
    const std::size_t rounds = std::min(kMostRounds, kLooks / std::max<std::size_t>(looks, 1));
    Random random(context_.seed);
    for (std::size_t round = 0; round < rounds && cost_of(best) > bound_; ++round) {
        StarBlocks blocks(task_, sets_, best);
        give_up_some(blocks, random);
        for (const std::size_t pattern : near_order(random)) {
            take_rows(blocks, pattern);
        }
        place_left_over(blocks);
        auto found = if_within_limit(std::move(blocks));
        if (context_.should_stop()) {
            return;
        }
        if (found && cost_of(*found) < cost_of(best)) {
            best = *std::move(found);
        }
    }
}

void SetSearch::give_up_some(StarBlocks& blocks, Random& random) const {
    const Pattern starred = Pattern{1} << random.below(task_.quasi_identifiers.size());
    const std::uint64_t share = random.below(kShares / 2);
    const auto give_up = [&](auto which) {
        bool any = false;
        for (std::size_t b = 0; b < blocks.blocks().size(); ++b) {
            const StarBlock block = blocks.blocks()[b];
            if (!blocks.is_suppressed(block) && which(block)) {
                blocks.change(b, task_.patterns.everything());
                any = true;
            }
        }
        return any;
    };
    give_up([&](const StarBlock& block) {
        return (block.stars & starred) != 0 || random.below(kShares) < share;
    });
    while (give_up([&](const StarBlock& block) { return !blocks.holds(block); })) {
    }
}

std::vector<std::size_t> SetSearch::near_order(Random& random) const {
    std::vector<std::pair<double, std::size_t>> order;
    order.reserve(patterns_.size());
    for (std::size_t p = 0; p < patterns_.size(); ++p) {
        order.emplace_back(static_cast<double>(costs_.of(patterns_[p])) * (1 + random.unit()), p);
    }
    std::ranges::sort(order);
    std::vector<std::size_t> out;
    out.reserve(order.size());
    for (const auto& one : order) {
        out.push_back(one.second);
    }
    return out;
}

StarCost SetSearch::cost_of(std::span<const StarBlock> blocks) const {
    StarCost sum = 0;
    for (const StarBlock& block : blocks) {
        sum += costs_.of(block.stars) * block.rows;
    }
    return sum;
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
    const StarCost cost = cost_of(*found);
    outcome.ending = cost <= bound ? Ending::optimal : Ending::feasible;
    outcome.lower_bound = cost <= bound ? outcome.loss : *outcome.lower_bound;
    outcome.recoding = types_.undivided(recode_stars(task_, partition));
    return outcome;
}

Outcome star_sets_greedily(const Task& task, const RunContext& context) {
    SetSearch search(task, context);
    const auto found = search.greedy();
    return search.finish(found, search.bound());
}

}  // namespace kanon::cell_suppression
