// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/combinations.hpp"
#include "kanon/methods/full_domain/nodes/few_row_groups.hpp"
#include "kanon/methods/full_domain/nodes/known_values.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// What is known of a node once it was evaluated.
struct NodeFacts {
    std::uint64_t suppressed_rows = 0;  ///< rows of groups that fail a model
    /// Rows that are also suppressed at every node below: those of groups that fail a model which
    /// no part of a failing class can keep (Monotony::superset), or too small for any model.
    std::uint64_t lasting_rows = 0;
    std::uint64_t groups = 0;         ///< released or not
    std::uint64_t classes = 0;        ///< released; 1 for any where the figures do not count them
    std::uint64_t squared_sizes = 0;  ///< sum of squares over released classes
    /// Sum over lasting groups of rows * (n - rows): what they add to DM beyond their squares. This
    /// and the two counts before may be 0 where the figures do not count groups.
    std::uint64_t lasting_dm = 0;
    /// Released rows whose class label is not the most frequent one of their class, and rows of
    /// lasting groups that have the most frequent label of their group: what these add to CM beyond
    /// their minorities. 0 where the figures do not ask for them.
    std::uint64_t minority_rows = 0;
    std::uint64_t lasting_majority = 0;
    Cost cost = 0;  ///< what the objective measures cells by, see LevelTables; 0 where check()
                    ///< says so
    // By the figures' tables; 0 where they have none, and as cost.
    Cost lm = 0;
    Cost entropy = 0;
    Cost loss = 0;
    std::uint64_t log_mean_loss = 0;  ///< see CostScale::log_mean()
    double combinations = 0;          ///< that rows may stand for, summed over all rows
    double divergence = 0;            ///< times n, see Combinations::Sums
    // Of evaluate() alone: what a node from the source to this one has at least of the two.
    double least_combinations = 0;
    double least_divergence = 0;
};

/// Which figures a NodeEvaluator takes the trouble to find, beside those that cost little.
/// Tables are not owned, and null where nothing is to be found by them.
struct NodeFigures {
    const LevelTables* lm = nullptr;
    const LevelTables* entropy = nullptr;
    const LevelTables* loss = nullptr;  ///< by these both means of losses
    const LevelTables* ambiguity = nullptr;
    const LevelTables* divergence = nullptr;
    bool minority_rows = false;  ///< needs a class attribute
    bool groups = true;          ///< how many there are, how many are released, and their squares

    /// True if the objective counts groups, or needs them one by one.
    static constexpr bool counts_groups(Objective objective) {
        return objective == Objective::dm || objective == Objective::cm ||
               objective == Objective::c_avg || objective == Objective::distinct_rows ||
               objective == Objective::kl_divergence;
    }

    /// Those that the task's objective needs, beside what costs by `tables` say.
    static NodeFigures of_objective(const Task& task, const LevelTables& tables) {
        const auto if_asked = [&](Objective objective) {
            return task.objective == objective ? &tables : nullptr;
        };
        return {.loss = if_asked(Objective::loss_geometric),
                .ambiguity = if_asked(Objective::ambiguity),
                .divergence = if_asked(Objective::kl_divergence),
                .minority_rows = info(task.objective).needs_class,
                .groups = counts_groups(task.objective)};
    }
};

/// Answers for a node: how many rows stand in groups that fail, and what the node would lose.
///
/// Every lattice method stands on this one component. Groups are rolled up from any finer node that
/// has been materialized, never from the rows. One object per thread.
class NodeEvaluator {
public:
    NodeEvaluator(const Task& task, const LevelTables& tables, unsigned threads = 1)
        : NodeEvaluator(task, tables, NodeFigures::of_objective(task, tables), threads) {}

    /// `threads` take part where groups are many.
    NodeEvaluator(const Task& task,
                  const LevelTables& tables,
                  NodeFigures figures,
                  unsigned threads = 1);

    [[nodiscard]] const Task& task() const { return task_; }

    [[nodiscard]] const LevelTables& tables() const { return tables_; }

    /// Evaluate `node` over groups of a node at or below it. Cost O(groups of source), plus their
    /// histogram entries if a model or a figure needs them. Costs are 0 where more rows are lasting
    /// than may be suppressed, if rows alone decide.
    [[nodiscard]] NodeFacts evaluate(const NodeGroups& source, std::span<const Level> node);

    /// As evaluate(), without rest_cost(): for searches that bound nothing.
    [[nodiscard]] NodeFacts facts(const NodeGroups& source, std::span<const Level> node);

    /// As facts(), but without the cost of a node that is not feasible().
    [[nodiscard]] NodeFacts check(const NodeGroups& source, std::span<const Level> node);

    /// True if what is known of a node says that it suppresses no more rows than may be, and
    /// releases one.
    [[nodiscard]] bool feasible(const NodeFacts& facts) const {
        return facts.suppressed_rows <= task_.suppression_limit && facts.classes > 0;
    }

    /// Of the node last evaluated: the cost of column j at level l over all rows but the lasting
    /// ones, for every level from that of the source to that of the node; a lower bound on what the
    /// rest of the table costs in any node between the two. Flat, see LevelTables::level_offset().
    /// Columns whose level is the same in both may share one entry: the first has the sum of their
    /// costs, the others 0; where means of losses by the same tables are figures each has its own.
    /// Left unset where more rows are lasting than may be suppressed.
    [[nodiscard]] std::span<const Cost> rest_cost() const { return rest_; }

    /// Materialize a node, histograms included where a model or a figure needs them.
    void roll_up(const NodeGroups& source, std::span<const Level> node, NodeGroups& target);

    /// About how many groups the node has, see GroupMerger.
    [[nodiscard]] std::size_t estimate(const NodeGroups& source, std::span<const Level> node) {
        return merger_.estimate(source, node);
    }

    /// Per group of the source of the node last evaluated or checked: true if its rows are
    /// suppressed.
    [[nodiscard]] std::vector<bool> suppressed_source_groups(const NodeGroups& source);

    /// Sum of the groups' minority rows; 0 where the figures do not ask for them.
    [[nodiscard]] std::uint64_t minority_rows(const NodeGroups& groups) const;

    /// What any node at or above that of the groups diverges at least, times n; 0 where the figures
    /// do not ask for it.
    [[nodiscard]] double least_divergence(const NodeGroups& groups) const;

private:
    enum class Verdict : std::uint8_t { holds, fails, fails_below_too };

    /// Costs of a column's labels, and where they stand in a key.
    struct LabelCost {
        std::span<const Cost> cost;
        std::uint64_t mask = 0;  ///< after shifting down
        std::uint32_t word = 0;
        std::uint8_t shift = 0;
    };

    struct NodeCost {
        Cost all = 0;
        Cost lasting = 0;  ///< of the lasting rows, released
    };

    [[nodiscard]] bool only_rows_decide() const;
    [[nodiscard]] bool finds_few(const NodeGroups& source, std::span<const Level> node);
    [[nodiscard]] NodeFacts few_facts() const;
    void add_few_costs(const NodeGroups& source, std::span<const Level> node, NodeFacts& facts);
    void sum_few_rest(const NodeGroups& source, std::span<const Level> node);
    [[nodiscard]] NodeFacts count(const NodeGroups& source, std::span<const Level> node);
    void judge();
    [[nodiscard]] HistogramView histogram(std::size_t place, std::size_t group) const;
    [[nodiscard]] Verdict judge_models(std::size_t group);
    [[nodiscard]] bool some_group_fails() const;
    void judge_known_values();
    void merge(const NodeGroups& source, std::span<const Level> node, NodeGroups& target);
    [[nodiscard]] std::uint64_t minority_of(const NodeGroups& groups, std::size_t group) const;
    void add_group(std::size_t group, NodeFacts& facts) const;
    void plan_costs(const LevelTables& tables);
    [[nodiscard]] Cost released_cost(std::size_t group) const;
    [[nodiscard]] NodeCost cost_by(const LevelTables& tables);
    void add_cost(NodeFacts& facts);
    void add_figures(NodeFacts& facts);
    void add_column_costs(NodeFacts& facts);
    [[nodiscard]] Combinations::Asked asked_sums() const;
    void add_combinations(NodeFacts& facts) const;
    void add_least(const NodeGroups& source, NodeFacts& facts);
    void sum_rest(const NodeGroups& source, std::span<const Level> node);
    void count_lasting_labels(const NodeGroups& source);
    [[nodiscard]] Cost rest_of_column(const NodeGroups& source, std::size_t j, Level level) const;

    const Task& task_;
    const LevelTables& tables_;
    GroupMerger merger_;
    NodeGroups groups_;  ///< at the node last evaluated
    std::vector<Verdict> verdicts_;
    std::vector<LabelCost> label_costs_;  ///< scratch
    std::vector<Cost> rest_;
    Cost lasting_cost_ = 0;            ///< of the lasting rows of the node last evaluated, released
    std::vector<std::size_t> raised_;  ///< scratch: attributes above their source's level
    std::vector<std::uint64_t> label_rows_;  ///< scratch: lasting rows per source label of those
    std::vector<std::size_t> label_offsets_;
    std::vector<HistogramView> views_;
    std::vector<bool> wanted_;                    ///< per tracked column: its histograms are needed
    std::optional<std::size_t> label_histogram_;  ///< of the class attribute, if minorities count
    NodeFigures figures_;
    std::optional<Combinations> combinations_;
    std::vector<Cost> column_costs_;       ///< of the node last evaluated, by the loss's tables
    std::vector<Cost> lasting_of_column_;  ///< of its lasting rows, released
    std::uint64_t least_rows_ = 1;
    bool rows_decide_ = true;          ///< every model looks at rows alone
    bool counts_people_ = false;       ///< some model counts the population
    KnownValues known_values_;         ///< judges the models of who knows some values
    bool judges_absent_ = false;       ///< no group may fail, be it of the population alone
    std::optional<FewRowGroups> few_;  ///< where these and their labels are all that is asked for
    bool found_few_ = false;           ///< of the node last evaluated by that
    unsigned threads_;
};

}  // namespace kanon::full_domain
