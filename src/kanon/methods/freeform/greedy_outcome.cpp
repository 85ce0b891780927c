// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/greedy_outcome.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/row_order.hpp"

#include <tbb/task_group.h>

#include <optional>
#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

RoundEnding fill_all(GreedyRound& rounds,
                     std::uint32_t degree,
                     std::span<const std::uint32_t> order,
                     const RunContext& context,
                     const FillRound& fill) {
    for (std::uint32_t round = 1; round < degree; ++round) {
        context.report({.stage = "rounds",
                        .done = static_cast<double>(round),
                        .total = static_cast<double>(degree)});
        rounds.begin(round);
        const RoundEnding ending = fill(rounds, order);
        if (ending != RoundEnding::filled) {
            return ending;
        }
        rounds.end();
    }
    return RoundEnding::filled;
}

/// The bound, which needs no graph, found on a second thread while rounds are filled on one.
class BoundBeside {
public:
    BoundBeside(const Task& task, const std::vector<Axis>& axes, const RunContext& context) {
        if (context.threads < 2) {
            return;
        }
        RunContext own = context;
        own.threads = context.threads - 1;
        own.progress = nullptr;
        group_.run([this, &task, &axes, own] { least_ = least_loss_of_records(task, axes, own); });
    }

    /// None if there is no second thread.
    [[nodiscard]] std::optional<double> wait() {
        group_.wait();
        return least_;
    }

private:
    std::optional<double> least_;
    tbb::task_group group_;
};

}  // namespace

Outcome greedy_outcome(const Task& task, const RunContext& context, const FillRound& fill) {
    const std::vector<Axis> axes = classes::make_axes(task);
    const RowSpace space(task, axes);
    if (std::string why = why_no_graph(task, space); !why.empty()) {
        return no_graph(std::move(why));
    }
    const std::vector<std::uint32_t> order = rows_in_order(task, space);
    Graph graph(space.size(), degree_of(task));
    GreedyRound rounds(space, graph, order);
    BoundBeside beside(task, axes, context);
    const RoundEnding ending = fill_all(rounds, graph.degree, order, context, fill);
    const std::optional<double> least = beside.wait();
    if (ending == RoundEnding::stuck) {
        return no_graph(
            "the rounds before leave no way to deal rows out so that no row has a "
            "person twice among its candidates; try freeform-hungarian");
    }
    Outcome out = stopped_early(context);
    if (ending == RoundEnding::filled) {
        out = freeform_outcome(task, axes, space, graph, {.prices = least}, context);
    }
    out.stats.emplace_back("dead_ends", static_cast<double>(rounds.dead_ends()));
    out.stats.emplace_back("backtracked", static_cast<double>(rounds.backtracked()));
    out.stats.emplace_back("beyond_lemma", static_cast<double>(rounds.beyond_lemma()));
    return out;
}

}  // namespace kanon::freeform
