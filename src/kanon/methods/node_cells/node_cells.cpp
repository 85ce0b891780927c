// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/node_cells/node_cells.hpp"

#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/node_cells/node_table.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/task/recoding_loss.hpp"

#include <utility>
#include <vector>

namespace kanon {
namespace {

std::uint64_t suppressed_rows(const RowTypes& types, const RecodingView& recoding) {
    const std::vector<bool> suppressed = recoding.suppressed_types();
    std::uint64_t rows = 0;
    for (std::size_t type = 0; type < suppressed.size(); ++type) {
        rows += suppressed[type] ? types.counts[type] : 0;
    }
    return rows;
}

/// The node that was chosen, with stars in single cells in place of suppressed rows where that
/// loses less, or where so many rows may not be suppressed.
Outcome star_cells(const Task& task, Outcome chosen, const RunContext& context) {
    chosen.lower_bound.reset();
    chosen.minimal_nodes.clear();
    if (!chosen.recoding) {
        return chosen;
    }
    chosen.ending = chosen.ending == Ending::optimal ? Ending::feasible : chosen.ending;
    const RecodingView whole = view_of(*chosen.recoding);
    const std::uint64_t left = suppressed_rows(task.row_types(), whole);
    chosen.stats.emplace_back("rows_left_at_node", static_cast<double>(left));
    if (left == 0) {
        return chosen;
    }
    const NodeTable table(task, *whole.node);
    cell_suppression::StarSearch search(table.task(), cell_suppression::TieOrder::last, context);
    Outcome starred = search.finish(cell_suppression::greedy_partition(search, search.patterns()));
    const bool may_suppress = left <= task.suppression_limit;
    if (starred.recoding) {
        Recoding recoding = table.of_original(view_of(*starred.recoding));
        const double loss = objective_value(task.objective, loss_facts(task, view_of(recoding)));
        if (!may_suppress || loss < chosen.loss) {
            chosen.recoding = std::move(recoding);
            chosen.loss = loss;
        }
    } else if (!may_suppress) {
        chosen.ending = starred.ending;
        chosen.reason = starred.reason;
        chosen.unserved_types = table.types_in(starred.unserved_types);
        chosen.recoding.reset();
    }
    return chosen;
}

class NodeCells final : public Method {
public:
    explicit NodeCells(std::unique_ptr<Method> method) : method_(std::move(method)) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const auto run_within = [&](const Task& limited) {
            return star_cells(task, method_->run(limited, context), context);
        };
        const std::uint64_t cells = task.cell_suppression_limit.value();
        if (cells <= task.suppression_limit) {
            return run_within(task);
        }
        Task relaxed = task;  // the row types are shared
        relaxed.suppression_limit = cells;
        Outcome wide = run_within(relaxed);
        Outcome narrow = run_within(task);
        const bool keep = narrow.recoding && (!wide.recoding || narrow.loss <= wide.loss);
        return keep ? narrow : wide;
    }

private:
    std::unique_ptr<Method> method_;
};

}  // namespace

std::unique_ptr<Method> star_cells_at_node(std::unique_ptr<Method> method) {
    return std::make_unique<NodeCells>(std::move(method));
}

}  // namespace kanon
