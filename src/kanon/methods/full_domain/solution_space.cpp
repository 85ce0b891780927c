// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/solution_space.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/shared_progress.hpp"
#include "kanon/methods/full_domain/nodes/combinations.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/nodes/roll_up_cache.hpp"
#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace kanon::full_domain {
namespace {

/// Nodes decided between two looks at the clock, of many row types fewer; those nearest to the
/// centre come first.
constexpr std::size_t kMostInBatch = 1024;
constexpr std::size_t kFewestInBatch = 16;
/// Row types that a batch looks at, about.
constexpr std::size_t kLooksOfBatch = std::size_t{1} << 24U;
/// Nodes that one thread takes at a time, at most.
constexpr std::size_t kGrain = 8;

/// The nodes of a lattice by their distance to a centre, breadth first; found as they are asked
/// for.
class NearestNodes {
public:
    NearestNodes(const Lattice& lattice, const Node& centre)
        : lattice_(lattice), nodes_{centre}, seen_{centre} {}

    /// The first `count` nodes, or all there are. Cost O(m) a node.
    [[nodiscard]] const std::vector<Node>& first(std::size_t count) {
        for (; expanded_ < nodes_.size() && nodes_.size() < count; ++expanded_) {
            expand(nodes_[expanded_]);
        }
        return nodes_;
    }

private:
    void expand(Node node) {
        for (std::size_t j = 0; j < node.size(); ++j) {
            const Level here = node[j];
            if (here > lattice_.bottom()[j]) {
                node[j] = static_cast<Level>(here - 1);
                visit(node);
            }
            if (here < lattice_.top()[j]) {
                node[j] = static_cast<Level>(here + 1);
                visit(node);
            }
            node[j] = here;
        }
    }

    void visit(const Node& node) {
        if (seen_.insert(node).second) {
            nodes_.push_back(node);
        }
    }

    const Lattice& lattice_;
    std::vector<Node> nodes_;
    std::unordered_set<Node, NodeHash> seen_;
    std::size_t expanded_ = 0;  ///< nodes whose neighbours are all in nodes_
};

/// The tables of every loss that nodes are judged by.
struct EveryTable {
    explicit EveryTable(const Task& task)
        : gcp(task, CellMeasure::ncp),
          lm(task, CellMeasure::lm),
          loss(task, CellMeasure::loss),
          entropy(task, CellMeasure::entropy),
          combinations(task, CellMeasure::combinations),
          counts_combinations(all_combinations(task) <= kMostCombinations),
          original(original_information(task.row_types())) {}

    [[nodiscard]] NodeFigures figures(const Task& task) const {
        const LevelTables* const counting = counts_combinations ? &combinations : nullptr;
        return {.lm = &lm,
                .entropy = &entropy,
                .loss = &loss,
                .ambiguity = counting,
                .divergence = counting,
                .minority_rows = task.class_place.has_value()};
    }

    [[nodiscard]] FieldLosses field(const NodeFacts& facts, std::uint64_t rows) const {
        FieldLosses out;
        out.entropy = entropy.value(facts.entropy);
        out.loss = loss.value(facts.loss);
        out.loss_geometric = loss_of_log_mean(facts.log_mean_loss);
        if (counts_combinations) {
            const auto all = static_cast<double>(rows);
            out.ambiguity = facts.combinations / all;
            out.kl_divergence = std::max((facts.divergence + original) / all, 0.0);
        }
        return out;
    }

    LevelTables gcp;
    LevelTables lm;
    LevelTables loss;
    LevelTables entropy;
    LevelTables combinations;
    bool counts_combinations;
    double original;  ///< see original_information()
};

LossFacts loss_of(const Task& task,
                  const EveryTable& tables,
                  const Node& node,
                  const NodeFacts& facts) {
    LossFacts loss;
    loss.rows = task.row_types().row_count();
    loss.suppressed_rows = facts.suppressed_rows;
    loss.classes = facts.classes;
    loss.squared_sizes = static_cast<double>(facts.squared_sizes);
    loss.k = task.k;
    loss.gcp = tables.gcp.value(facts.cost);
    loss.lm = tables.lm.value(facts.lm);
    loss.field = tables.field(facts, loss.rows);
    if (task.class_place) {
        loss.minority_rows = facts.minority_rows;
    }
    loss.height = height_of(node);
    loss.attributes = static_cast<double>(node.size());
    for (std::size_t j = 0; j < node.size(); ++j) {
        const QuasiIdentifier& attribute = task.quasi_identifiers[j];
        loss.relative_height += static_cast<double>(node[j]) / attribute.hierarchy.height();
        const bool starred = node[j] > 0 && attribute.hierarchy.text(node[j], 0) == kStar;
        loss.stars +=
            attribute.weight * static_cast<double>(starred ? loss.rows : loss.suppressed_rows);
    }
    return loss;
}

class Decider {
public:
    Decider(const Task& task, const RunContext& context)
        : task_(task),
          context_(context),
          tables_(task),
          base_(groups_of_row_types(task, tables_.gcp, task.lattice().bottom())),
          caches_(
              [this] { return RollUpCache(task_, tables_.gcp, base_, tables_.figures(task_)); }) {}

    /// Decide `most` nodes in their order, or all; fewer, but at least one, if the deadline comes.
    [[nodiscard]] std::vector<DecidedNode> decide(NearestNodes& nearest, std::uint64_t most) {
        std::vector<DecidedNode> decided;
        SharedProgress progress(context_, "explore", most);
        while (decided.empty() || (decided.size() < most && !context_.past_deadline())) {
            throw_if_cancelled(context_);
            const std::size_t done = decided.size();
            const std::size_t wanted =
                done == 0 ? 1 : std::min<std::size_t>(most, done + nodes_of_batch());
            const std::vector<Node>& nodes = nearest.first(wanted);
            decided.resize(std::min(wanted, nodes.size()));
            const std::size_t count = decided.size() - done;
            if (count == 0) {
                break;
            }
            parallel_for(count,
                         std::clamp<std::size_t>(count / context_.threads, 1, kGrain),
                         context_.threads,
                         [&](std::size_t begin, std::size_t end) {
                             for (std::size_t i = done + begin; i < done + end; ++i) {
                                 decided[i] = decide_one(nodes[i]);
                                 progress.step();
                             }
                         });
        }
        return decided;
    }

private:
    [[nodiscard]] std::size_t nodes_of_batch() const {
        return std::clamp(kLooksOfBatch / (base_.size() + 1), kFewestInBatch, kMostInBatch);
    }

    [[nodiscard]] DecidedNode decide_one(const Node& node) {
        throw_if_cancelled(context_);
        const NodeFacts facts = caches_.local().facts(node);
        DecidedNode decided;
        decided.loss = loss_of(task_, tables_, node, facts);
        decided.feasible = facts.suppressed_rows <= task_.suppression_limit && facts.classes > 0;
        decided.levels = node;
        return decided;
    }

    const Task& task_;
    const RunContext& context_;
    EveryTable tables_;
    NodeGroups base_;
    tbb::enumerable_thread_specific<RollUpCache> caches_;
};

void mark_minimal_of_all(const Lattice& lattice, SolutionSpace& space) {
    NodeBits feasible;
    for (const DecidedNode& node : space.nodes) {
        feasible.push_back(node.feasible);  // the order of level vectors is that of ranks
    }
    const NodeBits minimal = minimal_of(lattice, feasible);
    for (std::size_t i = 0; i < space.nodes.size(); ++i) {
        space.nodes[i].minimal = minimal[i];
    }
}

/// What the nodes one level below tell. Where the promises are monotone they tell all.
std::optional<bool> minimal_by_neighbours(const SolutionSpace& space,
                                          const Lattice& lattice,
                                          const DecidedNode& node,
                                          bool monotone) {
    bool known = true;
    Node below = node.levels;
    for (std::size_t j = 0; j < below.size(); ++j) {
        if (below[j] == lattice.bottom()[j]) {
            continue;
        }
        --below[j];
        const std::optional<std::size_t> place = space.find(below);
        if (place && space.nodes[*place].feasible) {
            return false;
        }
        known = known && place && monotone;
        ++below[j];
    }
    return known ? std::optional<bool>(true) : std::nullopt;
}

void mark_minimal(const Task& task, SolutionSpace& space) {
    const Lattice lattice = task.lattice();
    if (space.whole()) {
        mark_minimal_of_all(lattice, space);
        return;
    }
    const bool monotone = is_monotone(task);
    for (DecidedNode& node : space.nodes) {
        node.minimal = node.feasible ? minimal_by_neighbours(space, lattice, node, monotone)
                                     : std::optional<bool>(false);
    }
}

void mark_front(SolutionSpace& space) {
    const auto loss = [&space](std::size_t i) {
        return objective_value(space.front_loss, space.nodes[i].loss);
    };
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < space.nodes.size(); ++i) {
        if (space.nodes[i].loss.classes > 0) {
            order.push_back(i);
        }
    }
    const auto key = [&](std::size_t i) {
        return std::tuple(space.nodes[i].loss.suppressed_rows, loss(i), i);
    };
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
    // Along rising suppression a node is on the front if it loses less than all before it, or is
    // as good in both as the last that did.
    std::optional<std::size_t> last;
    for (const std::size_t i : order) {
        const bool equals =
            last && loss(i) == loss(*last) &&
            space.nodes[i].loss.suppressed_rows == space.nodes[*last].loss.suppressed_rows;
        space.nodes[i].front = !last || loss(i) < loss(*last) || equals;
        if (space.nodes[i].front) {
            last = i;
        }
    }
}

}  // namespace
}  // namespace kanon::full_domain

namespace kanon {

std::optional<std::size_t> SolutionSpace::find(std::span<const Level> levels) const {
    const auto found = std::lower_bound(
        nodes.begin(), nodes.end(), levels, [](const DecidedNode& node, const auto& sought) {
            return std::lexicographical_compare(
                node.levels.begin(), node.levels.end(), sought.begin(), sought.end());
        });
    if (found == nodes.end() || !std::equal(levels.begin(), levels.end(), found->levels.begin())) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - nodes.begin());
}

SolutionSpace decide_nodes(const Task& task,
                           const Node& centre,
                           std::uint64_t most_nodes,
                           const RunContext& context) {
    const Lattice lattice = task.lattice();
    KANON_CHECK(lattice.contains(centre));
    SolutionSpace space;
    space.lattice_nodes = lattice.size();
    space.front_loss =
        task.objective == Objective::suppressed_rows ? Objective::gcp : task.objective;
    const std::uint64_t asked = lattice.size() ? std::min(*lattice.size(), most_nodes) : most_nodes;
    full_domain::NearestNodes nearest(lattice, centre);
    space.nodes = full_domain::Decider(task, context).decide(nearest, asked);
    space.stopped = space.nodes.size() < asked;
    std::sort(space.nodes.begin(), space.nodes.end(), [](const auto& a, const auto& b) {
        return a.levels < b.levels;
    });
    full_domain::mark_minimal(task, space);
    full_domain::mark_front(space);
    return space;
}

}  // namespace kanon
