// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/nodes/node_facts_source.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"
#include "kanon/task/task.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace kanon::full_domain {

/// Nodes beyond which a search that looks at all of them is refused.
inline constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 26U;

/// True if every node above one that keeps the promises keeps them too: where all models hold for
/// supersets (k-anonymity, distinct l-diversity), or where no row may be suppressed and all hold at
/// least for unions of classes that hold (entropy l-diversity). Else a node may fail because rows
/// that a lower node suppressed are back, in classes that they spoil.
[[nodiscard]] bool is_monotone(const Task& task);

/// True if no node above one that keeps the promises has a smaller objective, so that the best of
/// the minimal nodes is the best of all.
[[nodiscard]] bool grows_with_levels(const Task& task);

/// Why there is no recoding, for Outcome::reason.
[[nodiscard]] std::string no_node_reason(const Task& task);

/// In what order a search asks for nodes.
enum class NodeOrder {
    any,    ///< all over the lattice: RollUpCache
    nearby  ///< mostly near the node before: NearbyGroups
};

/// What searches of the lattice share: they ask of nodes whether they keep the promises, stop when
/// told to, and end with an outcome. Nodes may be asked for from several threads; each has groups
/// of its own.
class NodeSearch {
public:
    NodeSearch(const Task& task, const RunContext& context, NodeOrder order = NodeOrder::any);
    ~NodeSearch() = default;

    // Its parts refer to each other.
    NodeSearch(const NodeSearch&) = delete;
    NodeSearch(NodeSearch&&) = delete;
    NodeSearch& operator=(const NodeSearch&) = delete;
    NodeSearch& operator=(NodeSearch&&) = delete;

    [[nodiscard]] const Task& task() const { return task_; }

    [[nodiscard]] const Lattice& lattice() const { return lattice_; }

    [[nodiscard]] const NodeScorer& scorer() const { return scorer_; }

    /// \throws Error{bad_policy} if more than kMostNodes are to be looked at; none: beyond 2^64.
    static void refuse_above_limit(std::string_view method, std::optional<std::uint64_t> nodes);

    /// Threads that the search may use: one where a node limit makes the order of checks matter.
    [[nodiscard]] unsigned threads() const;

    /// True once the search is to end; ask before each check.
    [[nodiscard]] bool stopped();

    /// True if stopped() ever said so.
    [[nodiscard]] bool was_stopped() const { return stopped_; }

    /// The score of the node if it keeps the promises within the suppression limit and releases a
    /// row. Counted; the best one within the lattice is remembered.
    [[nodiscard]] std::optional<NodeScore> check_score(const Node& node);

    /// True if check_score() gives one.
    [[nodiscard]] bool check(const Node& node) { return check_score(node).has_value(); }

    /// Count a node that was tested in another way.
    void count_check() { ++checked_; }

    /// The score of a node, uncounted: as check_score() found it, of up to 2^16 nodes, or evaluated
    /// again.
    [[nodiscard]] NodeScore score(const Node& node);

    /// Rows that the node suppresses, uncounted.
    [[nodiscard]] std::uint64_t suppressed_rows(const Node& node) {
        return sources_.local()->check(node).suppressed_rows;
    }

    /// The best of all nodes checked.
    [[nodiscard]] const std::optional<NodeScore>& best() const { return best_; }

    /// The outcome for the node chosen; none: infeasible. A search that was stopped ends with the
    /// best node checked instead, whatever is given. `ending` is optimal or feasible.
    [[nodiscard]] Outcome finish(const std::optional<NodeScore>& chosen, Ending ending) const;

private:
    /// What a score has besides node and height.
    struct Values {
        std::uint64_t primary = 0;
        Cost gcp = 0;
    };

    [[nodiscard]] bool feasible(const NodeFacts& facts) const;
    void remember(const NodeScore& score);

    const Task& task_;
    const RunContext& context_;
    Lattice lattice_;
    LevelTables tables_;
    NodeScorer scorer_;
    NodeGroups base_;
    tbb::enumerable_thread_specific<NodeEvaluator> evaluators_;  ///< of NearbyGroups
    mutable tbb::enumerable_thread_specific<std::unique_ptr<NodeFactsSource>> sources_;
    std::mutex mutex_;  ///< guards best_ and scores_
    std::optional<NodeScore> best_;
    std::unordered_map<Node, Values, NodeHash> scores_;  ///< of nodes that keep the promises
    std::atomic<std::uint64_t> checked_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace kanon::full_domain
