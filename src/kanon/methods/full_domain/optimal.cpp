// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/optimal.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"
#include "kanon/base/shared_progress.hpp"
#include "kanon/methods/full_domain/bounds/loss_floor.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/nearby_groups.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/methods/full_domain/nodes/node_recoding.hpp"
#include "kanon/methods/full_domain/search/lattice_walk.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace kanon::full_domain {
namespace {

/// A materialized node from which others are evaluated.
struct Source {
    NodeGroups groups;
    std::uint64_t squares = 0;
    std::uint64_t minority_rows = 0;
    double divergence = 0;

    /// Sum up what bounds need of the groups.
    void sum(const NodeEvaluator& evaluator) {
        squares = 0;
        for (const std::uint64_t rows : groups.rows) {
            squares += rows * rows;
        }
        minority_rows = evaluator.minority_rows(groups);
        divergence = evaluator.least_divergence(groups);
    }
};

/// What is known at the high corner of a box.
struct Corner {
    NodeFacts facts;
    std::vector<Cost> rest;
};

/// Lattices of more nodes than this are walked over before boxes are searched: those may never end.
constexpr std::uint64_t kFewNodes = std::uint64_t{1} << 20U;

/// The walks and their steps: many short ones, for each may end in another valley, and first, so
/// that some end if there is little time; with a deadline as many as fit in.
constexpr std::size_t kWalks = 12;
constexpr std::size_t kMostDoublings = 4;

constexpr std::uint64_t walk_steps(std::size_t walk) {
    return std::uint64_t{1000} << std::min(walk / 4, kMostDoublings);
}

/// The floor is raised by such parts of the best loss known when that begins.
constexpr std::uint64_t kFloorParts = 128;

/// A node of more groups than this share of its source's is not worth materializing: what is rolled
/// up from it costs as much as from the source, and its memory is fresh. Sources of few groups are
/// not asked.
constexpr double kWorthMaterializing = 0.8;
constexpr std::size_t kAlwaysMaterialized = std::size_t{1} << 17U;

/// Nodes known to suppress too much that are remembered: each is compared with every box.
constexpr std::size_t kMostDoomed = 64;

/// Boxes over fewer groups than this are not worth handing to another thread.
constexpr std::size_t kLeastSharedGroups = 2048;

class BoxSearch {
public:
    BoxSearch(const Task& task, const RunContext& context)
        : task_(task),
          context_(context),
          tables_(task, context.threads),
          evaluators_([this] { return NodeEvaluator(task_, tables_); }),
          scorer_(task, tables_),
          lattice_(task.lattice()),
          shared_(context.threads > 1 &&
                  context.node_limit == std::numeric_limits<std::uint64_t>::max()),
          checked_(context, "search") {
        base_.groups = groups_of_row_types(task, tables_, lattice_.bottom(), context.threads);
        base_.sum(evaluators_.local());
    }

    Outcome run();

private:
    /// One whose merges take all threads: for where nothing else is searched.
    [[nodiscard]] NodeEvaluator wide_evaluator() const {
        return {task_, tables_, unsigned{context_.threads}};
    }

    [[nodiscard]] bool stopped();
    NodeFacts evaluate(const Source& source, const Node& node);
    [[nodiscard]] Source materialize(const Source& source, const Node& node);
    [[nodiscard]] bool serves(const Source& source, const Node& node);
    [[nodiscard]] bool feasible(const NodeFacts& facts) const;
    [[nodiscard]] NodeScore bound(const NodeBox& box,
                                  const Corner& corner,
                                  const Source& source) const;

    [[nodiscard]] bool hopeless(const NodeScore& bound);
    void offer(NodeScore score);
    [[nodiscard]] Cost best_cost();
    void leave_open(const NodeScore& bound);
    void doom(const Node& node);
    [[nodiscard]] bool doomed(const Node& node);

    [[nodiscard]] LatticeWalk walk_over(NearbyGroups& groups,
                                        std::uint64_t seed,
                                        const std::function<bool()>& stopped);
    void descend();
    void anneal(unsigned threads);
    [[nodiscard]] bool is_large() const;
    [[nodiscard]] bool wants_floor() const;
    void raise_floor(Cost best, bool alone);
    void search_all(unsigned threads);
    void search_beside_floor();
    void search(NodeBox box,
                const Source& source,
                std::optional<Corner> corner,
                const NodeScore& least);
    [[nodiscard]] bool narrow(NodeBox& box, const Corner& corner, const Source& source);
    void branch(const NodeBox& box, const Source& source, const Corner& corner);
    [[nodiscard]] std::size_t branching_attribute(const NodeBox& box) const;
    [[nodiscard]] Outcome outcome();

    const Task& task_;
    const RunContext& context_;
    LevelTables tables_;
    tbb::enumerable_thread_specific<NodeEvaluator> evaluators_;
    NodeScorer scorer_;
    Lattice lattice_;
    Source base_;
    bool shared_;       ///< boxes may be searched on several threads
    std::mutex mutex_;  ///< guards best_, open_ and doomed_
    std::optional<NodeScore> best_;
    std::optional<NodeScore> open_;  ///< least bound of the boxes left open when stopped
    std::vector<Node> doomed_;       ///< of these too many rows are lasting; none is below another
    std::atomic<bool> stopped_ = false;
    SharedProgress checked_;  ///< nodes: how many there will be is not known
    std::atomic<std::uint64_t> rolled_up_ = 0;
    std::atomic<std::uint64_t> floor_checks_ = 0;  ///< nodes asked about for the floor
    std::atomic<bool> is_least_ = false;           ///< the best loss, as the floor has shown
    std::atomic<bool> searched_ = false;           ///< all boxes, or it was stopped
    std::uint64_t floor_ = 0;                      ///< no node scores less; of one thread
};

bool BoxSearch::stopped() {
    if (!stopped_ &&
        (context_.should_stop() || checked_.done() + floor_checks_ >= context_.node_limit)) {
        stopped_ = true;
    }
    return stopped_;
}

bool BoxSearch::hopeless(const NodeScore& bound) {
    const std::lock_guard lock(mutex_);
    return best_ && bound >= *best_;
}

void BoxSearch::offer(NodeScore score) {
    const std::lock_guard lock(mutex_);
    if (!best_ || score < *best_) {
        best_ = std::move(score);
    }
}

/// \pre some node was offered
Cost BoxSearch::best_cost() {
    const std::lock_guard lock(mutex_);
    return best_->primary;
}

void BoxSearch::leave_open(const NodeScore& bound) {
    const std::lock_guard lock(mutex_);
    open_ = open_ ? std::min(*open_, bound) : bound;
}

/// Remember a node of which more rows are lasting than may be suppressed.
void BoxSearch::doom(const Node& node) {
    const std::lock_guard lock(mutex_);
    std::erase_if(doomed_, [&](const Node& known) { return at_most(known, node); });
    if (doomed_.size() < kMostDoomed) {
        doomed_.push_back(node);
    }
}

/// True if a node above is known of which too many rows are lasting: they are at this node as well.
bool BoxSearch::doomed(const Node& node) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(doomed_, [&](const Node& known) { return at_most(node, known); });
}

bool BoxSearch::feasible(const NodeFacts& facts) const {
    return facts.suppressed_rows <= task_.suppression_limit && facts.classes > 0;
}

NodeFacts BoxSearch::evaluate(const Source& source, const Node& node) {
    NodeFacts facts = evaluators_.local().evaluate(source.groups, node);
    checked_.step();
    if (feasible(facts)) {
        offer(scorer_.score(node, facts));
    }
    return facts;
}

Source BoxSearch::materialize(const Source& source, const Node& node) {
    Source target;
    NodeEvaluator& evaluator = evaluators_.local();
    evaluator.roll_up(source.groups, node, target.groups);
    target.sum(evaluator);
    ++rolled_up_;
    return target;
}

/// True if the source may stand for the groups of a node above it. Objectives whose bounds count
/// the groups need those of the node.
bool BoxSearch::serves(const Source& source, const Node& node) {
    if (source.groups.node == node) {
        return true;
    }
    if (NodeFigures::counts_groups(task_.objective) ||
        source.groups.size() <= kAlwaysMaterialized) {
        return false;
    }
    const auto groups = static_cast<double>(evaluators_.local().estimate(source.groups, node));
    return groups > kWorthMaterializing * static_cast<double>(source.groups.size());
}

NodeScore BoxSearch::bound(const NodeBox& box, const Corner& corner, const Source& source) const {
    return scorer_.bound(box,
                         BoxFacts{.high = corner.facts,
                                  .rest = corner.rest,
                                  .source_groups = source.groups.size(),
                                  .source_squares = source.squares,
                                  .source_minority = source.minority_rows,
                                  .source_divergence = source.divergence});
}

/// A walk whose every node is offered.
LatticeWalk BoxSearch::walk_over(NearbyGroups& groups,
                                 std::uint64_t seed,
                                 const std::function<bool()>& stopped) {
    const auto score = [this, &groups](const Node& node) -> std::optional<NodeScore> {
        if (doomed(node)) {
            return std::nullopt;
        }
        const NodeFacts facts = groups.check(node);
        checked_.step();
        if (facts.lasting_rows > task_.suppression_limit) {
            doom(node);
        }
        if (!feasible(facts)) {
            return std::nullopt;
        }
        NodeScore found = scorer_.score(node, facts);
        offer(found);
        return found;
    };
    return LatticeWalk(WalkGround{.lattice = lattice_,
                                  .scorer = scorer_,
                                  .score = score,
                                  .stopped = stopped,
                                  .exchanges = true},
                       seed);
}

/// Find a first node: from the top down.
void BoxSearch::descend() {
    NodeEvaluator evaluator = wide_evaluator();
    NearbyGroups groups(evaluator, base_.groups);
    walk_over(groups, context_.seed, [this] { return stopped(); }).descend();
    rolled_up_ += groups.rolled_up();
}

/// Find a better one by walks from there, in half of the time and of the nodes left at most.
void BoxSearch::anneal(unsigned threads) {
    const std::optional<NodeScore> start = best_;
    const auto now = std::chrono::steady_clock::now();
    const auto deadline =
        context_.deadline ? std::optional(now + (*context_.deadline - now) / 2) : std::nullopt;
    const std::uint64_t checks = checked_.done() + (context_.node_limit - checked_.done()) / 2;
    const auto over = [&] {
        return stopped() || is_least_ || checked_.done() >= checks ||
               (deadline && std::chrono::steady_clock::now() >= *deadline);
    };
    const std::size_t walks = deadline ? std::numeric_limits<std::size_t>::max() : kWalks;
    const std::uint64_t seed = Random(context_.seed).next();
    std::atomic<std::size_t> next = 0;
    const auto walk_in_turn = [&](std::size_t, std::size_t, std::size_t) {
        NearbyGroups groups(evaluators_.local(), base_.groups);
        for (std::size_t i = next++; i < walks && !over(); i = next++) {
            LatticeWalk walk = walk_over(groups, Random(seed + i).next(), over);
            walk.anneal(*start, walk_steps(i));
            walk.descend();
        }
        rolled_up_ += groups.rolled_up();
    };
    parallel_parts(threads, threads, threads, walk_in_turn);
}

/// Lower the high corner as far as the bounds of what is cut off allow. True if it moved.
bool BoxSearch::narrow(NodeBox& box, const Corner& corner, const Source& source) {
    bool moved = false;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        NodeBox cut = box;
        while (box.high[j] > box.low[j]) {
            cut.low[j] = box.high[j];
            if (!hopeless(bound(cut, corner, source))) {
                break;
            }
            --box.high[j];
            moved = true;
        }
    }
    return moved;
}

/// The attribute whose last level before the high corner multiplies its labels the most: there the
/// lower part is most likely to suppress too much.
std::size_t BoxSearch::branching_attribute(const NodeBox& box) const {
    std::size_t chosen = box.low.size();
    double most = 0;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        if (box.low[j] == box.high[j]) {
            continue;
        }
        const auto below = static_cast<Level>(box.high[j] - 1);
        const double growth = static_cast<double>(tables_.label_count(j, below)) /
                              static_cast<double>(tables_.label_count(j, box.high[j]));
        if (chosen == box.low.size() || growth > most) {
            chosen = j;
            most = growth;
        }
    }
    return chosen;
}

void BoxSearch::branch(const NodeBox& box, const Source& source, const Corner& corner) {
    const std::size_t j = branching_attribute(box);
    NodeBox lower = box;
    lower.high[j] = static_cast<Level>(box.high[j] - 1);
    const NodeScore lower_bound = bound(box, corner, source);
    NodeBox upper = box;
    upper.low[j] = box.high[j];
    const NodeScore upper_bound = bound(upper, corner, source);
    if (!shared_ || source.groups.size() < kLeastSharedGroups) {
        search(std::move(lower), source, std::nullopt, lower_bound);
        search(std::move(upper), source, corner, upper_bound);
        return;
    }
    tbb::task_group both;
    both.run([&] { search(upper, source, corner, upper_bound); });
    search(std::move(lower), source, std::nullopt, lower_bound);
    both.wait();
}

/// Search one box. `corner` is what is known at its high corner, if it was evaluated; `least`
/// bounds the box from below. \pre source.node <= box.low.
void BoxSearch::search(NodeBox box,
                       const Source& source,
                       std::optional<Corner> corner,
                       const NodeScore& least) {
    do {
        if (hopeless(least)) {
            return;
        }
        if (stopped()) {
            leave_open(least);
            return;
        }
        if (!corner) {
            if (doomed(box.high)) {
                return;
            }
            corner.emplace();
            corner->facts = evaluate(source, box.high);
            if (corner->facts.lasting_rows > task_.suppression_limit) {
                doom(box.high);
                return;
            }
            const std::span<const Cost> rest = evaluators_.local().rest_cost();
            corner->rest.assign(rest.begin(), rest.end());
        }
        if (box.low == box.high || hopeless(bound(box, *corner, source))) {
            return;
        }
        const bool moved = narrow(box, *corner, source);
        if (!moved) {
            break;
        }
        corner.reset();
    } while (true);
    if (serves(source, box.low)) {
        branch(box, source, *corner);
    } else {
        branch(box, materialize(source, box.low), *corner);
    }
}

/// True where boxes may never be searched to the end.
bool BoxSearch::is_large() const {
    return lattice_.size().value_or(kFewNodes + 1) > kFewNodes;
}

/// True if the search may be stopped, and a floor can be shown in the meantime.
bool BoxSearch::wants_floor() const {
    const bool may_stop = context_.deadline.has_value() ||
                          context_.node_limit != std::numeric_limits<std::uint64_t>::max();
    return may_stop && is_large() && LossFloor::applies_to(task_, tables_);
}

/// Show as great a floor of all losses as may be, by parts of the best known and up to the best
/// found since: as long as boxes are searched, or `alone`, in half of the time and of the nodes
/// left.
void BoxSearch::raise_floor(Cost best, bool alone) {
    using Seconds = std::chrono::duration<double>;
    const auto start = std::chrono::steady_clock::now();
    const double seconds = context_.deadline
                               ? Seconds(*context_.deadline - start).count() / (alone ? 2 : 1)
                               : std::numeric_limits<double>::infinity();
    const std::uint64_t nodes_left =
        context_.node_limit - std::min(context_.node_limit, checked_.done());
    const auto checks = static_cast<double>(nodes_left) / 2;
    LossFloor floor(task_, tables_, [&](std::uint64_t asked) {
        const auto nodes = static_cast<double>(asked);
        if (stopped() || searched_ || nodes >= checks) {
            return 1.0;
        }
        const Seconds elapsed = std::chrono::steady_clock::now() - start;
        return std::max(nodes / checks, elapsed.count() / seconds);
    });
    floor_ = floor.greatest(best, kFloorParts);
    if (const Cost better = best_cost(); floor_ < better && floor.holds(better)) {
        floor_ = better;  // a walk may have found it since: between two parts of the first
    }
    is_least_ = floor_ >= best_cost();
    floor_checks_ = floor.asked();
}

void BoxSearch::search_all(unsigned threads) {
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute([this] {
        search(NodeBox{.low = lattice_.bottom(), .high = lattice_.top()},
               base_,
               std::nullopt,
               NodeScore{});
    });
    searched_ = true;
}

/// Find a better node by walks and search boxes while another thread raises the floor.
void BoxSearch::search_beside_floor() {
    if (!shared_) {
        anneal(1);
        raise_floor(best_cost(), true);
        search_all(1);
        return;
    }
    std::future<void> floor =
        std::async(std::launch::async, [this, best = best_cost()] { raise_floor(best, false); });
    anneal(context_.threads - 1);
    search_all(context_.threads - 1);
    floor.get();
}

Outcome BoxSearch::outcome() {
    Outcome outcome;
    if (open_ && open_->primary < floor_) {
        open_ = NodeScore{.primary = floor_};
    }
    outcome.stats = {
        {"nodes_checked", static_cast<double>(checked_.done() + floor_checks_)},
        {"nodes_rolled_up", static_cast<double>(rolled_up_)},
        {"lattice_nodes", lattice_.size() ? static_cast<double>(*lattice_.size()) : -1}};
    if (!best_) {
        outcome.ending = stopped_ ? Ending::timed_out : Ending::infeasible;
        outcome.reason = no_node_reason(task_);
    } else {
        evaluators_.clear();  // their scratch memory is as large as that of the one to come
        NodeEvaluator evaluator = wide_evaluator();
        outcome.recoding = recode_to_node(evaluator, base_.groups, best_->node);
        outcome.loss = scorer_.value(*best_);
        outcome.ending = open_ && *open_ < *best_ ? Ending::timed_out : Ending::optimal;
        outcome.lower_bound = outcome.loss;
    }
    if (outcome.ending == Ending::timed_out && open_) {
        outcome.lower_bound = scorer_.value(*open_);
    }
    if (outcome.ending == Ending::timed_out && context_.cancelled()) {
        outcome.ending = Ending::cancelled;
    }
    return outcome;
}

Outcome BoxSearch::run() {
    descend();
    if (best_ && wants_floor()) {
        search_beside_floor();
        return outcome();
    }
    if (best_ && is_large()) {
        anneal(shared_ ? unsigned{context_.threads} : 1U);
    }
    search_all(context_.threads);
    return outcome();
}

class Optimal final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return BoxSearch(task, context).run();
    }
};

}  // namespace

std::unique_ptr<Method> make_optimal(const OptionMap& /*options*/) {
    return std::make_unique<Optimal>();
}

}  // namespace kanon::full_domain
