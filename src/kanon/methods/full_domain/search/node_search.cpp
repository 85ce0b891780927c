// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/node_search.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/full_domain/nodes/nearby_groups.hpp"
#include "kanon/methods/full_domain/nodes/node_recoding.hpp"
#include "kanon/methods/full_domain/nodes/roll_up_cache.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::full_domain {
namespace {

/// Scores kept to be asked for again.
constexpr std::size_t kMostScores = std::size_t{1} << 16U;

}  // namespace

bool is_monotone(const Task& task) {
    return std::all_of(task.models.begin(), task.models.end(), [&](const auto& model) {
        return model->monotony() == Monotony::superset ||
               (model->monotony() == Monotony::merge && task.suppression_limit == 0);
    });
}

bool grows_with_levels(const Task& task) {
    return task.suppression_limit == 0 || task.objective == Objective::height ||
           task.objective == Objective::relative_height;
}

std::string no_node_reason(const Task& task) {
    return "no node of the lattice keeps the promises within " +
           count_text(task.suppression_limit, "suppressed row");
}

NodeSearch::NodeSearch(const Task& task, const RunContext& context, NodeOrder order)
    : task_(task),
      context_(context),
      lattice_(task.lattice()),
      tables_(task),
      scorer_(task, tables_),
      base_(groups_of_row_types(task, tables_, lattice_.bottom())),
      evaluators_([this] { return NodeEvaluator(task_, tables_); }),
      sources_([this, order]() -> std::unique_ptr<NodeFactsSource> {
          if (order == NodeOrder::nearby) {
              return std::make_unique<NearbyGroups>(evaluators_.local(), base_);
          }
          return std::make_unique<RollUpCache>(task_, tables_, base_);
      }) {}

void NodeSearch::refuse_above_limit(std::string_view method, std::optional<std::uint64_t> nodes) {
    if (nodes && *nodes <= kMostNodes) {
        return;
    }
    throw Error(ErrorCode::bad_policy,
                "method '" + std::string(method) + "' would have to look at " +
                    (nodes ? std::to_string(*nodes) : "more than 2^64") +
                    " nodes of the lattice and takes at most " + std::to_string(kMostNodes) +
                    "; use 'optimal', which prunes, or bound the levels of some attributes");
}

bool NodeSearch::stopped() {
    if (!stopped_ && (checked_ >= context_.node_limit || context_.should_stop())) {
        stopped_ = true;
    }
    return stopped_;
}

bool NodeSearch::feasible(const NodeFacts& facts) const {
    return facts.suppressed_rows <= task_.suppression_limit && facts.classes > 0;
}

unsigned NodeSearch::threads() const {
    return context_.node_limit == std::numeric_limits<std::uint64_t>::max()
               ? unsigned{context_.threads}
               : 1U;
}

void NodeSearch::remember(const NodeScore& score) {
    const std::lock_guard lock(mutex_);
    if (scores_.size() < kMostScores) {
        scores_.emplace(score.node, Values{.primary = score.primary, .gcp = score.gcp});
    }
    if (lattice_.contains(score.node) && (!best_ || score < *best_)) {
        best_ = score;
    }
}

std::optional<NodeScore> NodeSearch::check_score(const Node& node) {
    const NodeFacts facts = sources_.local()->check(node);
    ++checked_;
    if (!feasible(facts)) {
        return std::nullopt;
    }
    NodeScore score = scorer_.score(node, facts);
    remember(score);
    return score;
}

NodeScore NodeSearch::score(const Node& node) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = scores_.find(node);
        if (found != scores_.end()) {
            return {.primary = found->second.primary,
                    .gcp = found->second.gcp,
                    .height = height_of(node),
                    .node = node};
        }
    }
    return scorer_.score(node, sources_.local()->facts(node));
}

Outcome NodeSearch::finish(const std::optional<NodeScore>& chosen, Ending ending) const {
    Outcome outcome;
    const std::optional<NodeScore>& found = stopped_ ? best_ : chosen;
    if (stopped_) {
        outcome.ending = context_.cancelled() ? Ending::cancelled : Ending::timed_out;
    } else {
        outcome.ending = found ? ending : Ending::infeasible;
    }
    if (found) {
        NodeEvaluator evaluator(task_, tables_);
        outcome.recoding = recode_to_node(evaluator, base_, found->node);
        outcome.loss = scorer_.value(*found);
    }
    if (outcome.ending == Ending::optimal) {
        outcome.lower_bound = outcome.loss;
    }
    if (outcome.ending == Ending::infeasible) {
        outcome.reason = no_node_reason(task_);
    }
    std::uint64_t rolled_up = 0;
    for (const auto& source : sources_) {
        rolled_up += source->rolled_up();
    }
    outcome.stats = {
        {"nodes_checked", static_cast<double>(checked_)},
        {"nodes_rolled_up", static_cast<double>(rolled_up)},
        {"lattice_nodes", lattice_.size() ? static_cast<double>(*lattice_.size()) : -1}};
    return outcome;
}

}  // namespace kanon::full_domain
