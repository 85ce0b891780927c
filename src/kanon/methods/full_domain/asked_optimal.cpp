// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/asked_optimal.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <unordered_set>
#include <utility>

namespace kanon::full_domain {
namespace {

constexpr std::size_t kMostNodes = std::size_t{1} << 20U;

[[noreturn]] void refuse_unasked(const std::string& what) {
    throw Error(ErrorCode::bad_policy,
                "nodes are not searched by questions about counts where " + what);
}

bool is_summed_by_columns(Objective objective) {
    switch (objective) {
        case Objective::gcp:
        case Objective::lm:
        case Objective::loss:
        case Objective::loss_geometric:
        case Objective::prec:
        case Objective::height:
        case Objective::relative_height:
            return true;
        default:
            return false;
    }
}

void check_asked(const Task& task) {
    if (task.models.size() != 1 || task.models.front()->name() != "k-anonymity" ||
        task.models.front()->known_values() > 0) {
        refuse_unasked("more than k-anonymity is asked for; ask for no other model");
    }
    if (task.suppression_limit > 0 || task.cell_suppression_limit) {
        refuse_unasked("rows or cells may be suppressed; set the limit of suppression to 0");
    }
    if (!is_summed_by_columns(task.objective)) {
        refuse_unasked("the objective looks at more than columns; take another one, such as gcp");
    }
    if (task.quasi_identifiers.empty()) {
        refuse_unasked("there are no quasi-identifiers");
    }
}

/// The same rows without their types.
Task of_rows(Task task, std::uint64_t rows) {
    RowTypes no_types;
    no_types.rows = rows;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        no_types.columns.emplace_back(0, attribute.dictionary().size());
    }
    task.tracked.clear();
    task.class_place.reset();
    task.count(std::move(no_types));
    return task;
}

/// One search.
class NodeDialogue {
public:
    NodeDialogue(const Task& task, AskedRows& rows, const RunContext& context)
        : task_(task),
          rows_(rows),
          context_(context),
          tables_(task),
          scorer_(task, tables_),
          lattice_(task.lattice()) {
        for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
            one_class_.push_back(attribute.hierarchy.height());
        }
    }

    std::optional<AskedNode> run() {
        if (!keeps(lattice_.top())) {
            return std::nullopt;
        }
        find_least();
        find_costs();
        open(least_);
        while (!open_.empty()) {
            throw_if_cancelled(context_);
            const NodeScore next = open_.top();
            open_.pop();
            if (keeps(next.node)) {
                return AskedNode{.node = next.node, .loss = scorer_.value(next), .asked = asked_};
            }
            open_above(next.node);
        }
        return std::nullopt;
    }

private:
    /// True where every projection on the first attributes keeps the promise, the others at their
    /// tops.
    bool keeps(const Node& node) {
        Node projection = one_class_;
        for (std::size_t j = 0; j < node.size(); ++j) {
            if (node[j] == projection[j]) {
                continue;
            }
            projection[j] = node[j];
            if (!kept_.contains(projection) && !ask(projection)) {
                return false;
            }
        }
        return true;
    }

    bool ask(const Node& node) {
        if (is_doomed(node)) {
            return false;
        }
        ++asked_;
        if (rows_.keeps(node)) {
            kept_.insert(node);
            return true;
        }
        std::erase_if(doomed_, [&](const Node& known) { return at_most(known, node); });
        doomed_.push_back(node);
        return false;
    }

    /// True if a node above is known not to keep the promise.
    [[nodiscard]] bool is_doomed(const Node& node) const {
        return std::ranges::any_of(doomed_,
                                   [&](const Node& known) { return at_most(node, known); });
    }

    /// How far each attribute can be lowered, the others at their tops.
    void find_least() {
        least_ = lattice_.top();
        for (std::size_t j = 0; j < least_.size(); ++j) {
            Node node = lattice_.top();
            while (node[j] > lattice_.bottom()[j]) {
                --node[j];
                if (!keeps(node)) {
                    break;
                }
                least_[j] = node[j];
            }
        }
    }

    void find_costs() {
        std::vector<AskedRows::LevelCosts> levels;
        for (std::size_t j = 0; j < least_.size(); ++j) {
            for (Level level = least_[j]; level <= lattice_.top()[j]; ++level) {
                levels.push_back(
                    {.attribute = j, .level = level, .cost_of_label = tables_.cell_cost(j, level)});
            }
        }
        const std::vector<std::uint64_t> costs = rows_.costs(levels);
        costs_.resize(least_.size());
        for (std::size_t i = 0; i < levels.size(); ++i) {
            costs_[levels[i].attribute].push_back(costs[i]);
        }
    }

    [[nodiscard]] NodeScore score(const Node& node) const {
        std::vector<Cost> columns;
        NodeFacts facts;
        for (std::size_t j = 0; j < node.size(); ++j) {
            columns.push_back(costs_[j][node[j] - std::size_t{least_[j]}]);
            facts.cost += columns.back();
        }
        if (task_.objective == Objective::loss_geometric) {
            facts.log_mean_loss = tables_.log_mean(columns);
        }
        return scorer_.score(node, facts);
    }

    void open(const Node& node) {
        if (seen_.insert(node).second) {
            open_.push(score(node));
        }
        if (seen_.size() > kMostNodes) {
            throw Error(ErrorCode::bad_policy,
                        "more than 1,048,576 nodes may lose less than the best one; ask for "
                        "`method: mondrian`, or for fewer levels");
        }
    }

    /// No score falls on the way up.
    void open_above(Node node) {
        for (std::size_t j = 0; j < node.size(); ++j) {
            if (node[j] < lattice_.top()[j]) {
                ++node[j];
                open(node);
                --node[j];
            }
        }
    }

    const Task& task_;
    AskedRows& rows_;
    const RunContext& context_;
    LevelTables tables_;
    NodeScorer scorer_;
    Lattice lattice_;
    Node one_class_;  ///< every attribute at its top, whatever the bounds on levels
    Node least_;
    std::vector<std::vector<Cost>> costs_;  ///< per attribute, per level from the least on
    std::unordered_set<Node, NodeHash> kept_;
    std::unordered_set<Node, NodeHash> seen_;
    std::vector<Node> doomed_;  ///< of these some class has too few rows; none is below another
    std::priority_queue<NodeScore, std::vector<NodeScore>, std::greater<>> open_;
    std::uint64_t asked_ = 0;
};

class AskedOptimal final : public AskedNodes {
public:
    explicit AskedOptimal(const Task& task) : task_(task) { check_asked(task); }

    [[nodiscard]] std::optional<AskedNode> search(std::uint64_t row_count,
                                                  AskedRows& rows,
                                                  const RunContext& context) const override {
        const Task joint = of_rows(task_, row_count);
        return NodeDialogue(joint, rows, context).run();
    }

private:
    const Task& task_;
};

}  // namespace

std::unique_ptr<AskedNodes> make_asked_optimal(const Task& task) {
    return std::make_unique<AskedOptimal>(task);
}

}  // namespace kanon::full_domain
