// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/node_cells_proof.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/label_costs.hpp"
#include "kanon/methods/catalogue/node_table.hpp"
#include "kanon/methods/stars/exact/assigned_partition.hpp"
#include "kanon/methods/stars/exact/least_cost_release.hpp"
#include "kanon/release/recoding_view.hpp"
#include "kanon/task/class_checker.hpp"
#include "kanon/task/recoding_loss.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using stars::kNoChoice;
using stars::StarCells;
using stars::StarCost;

constexpr std::uint64_t kMostProvenNodes = std::uint64_t{1} << 20U;

/// A node of the lattice, and what no release there costs less than.
struct BoundedNode {
    StarCost cost = 0;
    std::uint64_t rank = 0;
};

/// All nodes, those of least cost with nothing starred first.
std::vector<BoundedNode> nodes_by_cost(const Task& task, const LabelCosts& costs) {
    const RowTypes& types = task.row_types();
    std::vector<std::vector<StarCost>> of_level;  // per attribute: of all rows
    for (std::size_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& attribute = task.quasi_identifiers[j];
        std::vector<StarCost>& levels = of_level.emplace_back(attribute.greatest_level + 1U);
        for (Level level = attribute.least_level; level <= attribute.greatest_level; ++level) {
            const std::span<const StarCost> labels = costs.labels(j, level);
            for (std::size_t type = 0; type < types.size(); ++type) {
                const Code label = attribute.hierarchy.label_of(level, types.columns[j][type]);
                levels[level] += labels[label] * types.counts[type];
            }
        }
    }
    const Lattice lattice = task.lattice();
    std::vector<BoundedNode> out(lattice.size().value());
    for (std::uint64_t rank = 0; rank < out.size(); ++rank) {
        const Node node = lattice.node(rank);
        out[rank].rank = rank;
        for (std::size_t j = 0; j < node.size(); ++j) {
            out[rank].cost += of_level[j][node[j]];
        }
    }
    std::sort(out.begin(), out.end(), [](const BoundedNode& a, const BoundedNode& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.rank < b.rank;
    });
    return out;
}

/// What a row of each cell of a node's table costs in the original.
std::vector<StarCost> costs_of_cells(const StarCells& cells,
                                     const NodeTable& table,
                                     const Node& node,
                                     const LabelCosts& costs) {
    std::vector<StarCost> out(cells.size(), costs.row());
    const RowTypes& types = table.task().row_types();
    for (std::size_t place = 0; place < table.shown().size(); ++place) {
        const std::size_t j = table.shown()[place];
        const std::span<const StarCost> labels = costs.labels(j, node[j]);
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            if ((cells.stars[cell] >> place & 1U) == 0) {
                out[cell] -= costs.star(j) - labels[types.columns[place][cells.of(cell).front()]];
            }
        }
    }
    return out;
}

/// All rows in one class, at a node that shows nothing.
ClassRecoding all_starred(const Task& task, const Node& node) {
    ClassRecoding out;
    out.domains.assign(node.size(), {.values = {{.kind = ReleasedValue::Kind::star}}});
    out.value_of_class.assign(node.size(), {0});
    out.class_of_type.assign(task.row_types().size(), 0);
    out.node = node;
    return out;
}

class CellGapSearch {
public:
    CellGapSearch(const Task& task, const MipSolver& solver, const RunContext& context)
        : task_(task),
          solver_(solver),
          context_(context),
          to_the_end_(stars::without_limits(context)),
          costs_(task) {}

    [[nodiscard]] ClosedGap run(Outcome known) {
        best_ = known.recoding ? costs_.cost_of(known.loss) : kNoChoice;
        look_at_nodes();
        ClosedGap out{.outcome = std::move(known)};
        Outcome& outcome = out.outcome;
        add_figures(outcome);
        if (found_ && (!outcome.recoding || found_loss_ < outcome.loss)) {
            outcome.recoding = std::move(found_);
            outcome.loss = found_loss_;
            outcome.reason.clear();
            outcome.unserved_types.clear();
            out.replaced = true;
        }
        conclude(outcome);
        return out;
    }

private:
    void look_at_nodes() {
        const Lattice lattice = task_.lattice();
        const std::vector<BoundedNode> nodes = nodes_by_cost(task_, costs_);
        nodes_ = nodes.size();
        for (const BoundedNode& one : nodes) {
            if (one.cost >= best_) {
                return;
            }
            if (solved_ >= context_.node_limit || context_.should_stop()) {
                leave(one.cost);
                return;
            }
            ++solved_;
            look_at(lattice.node(one.rank), one.cost);
        }
    }

    void look_at(const Node& node, StarCost least) {
        const NodeTable table(task_, node);
        if (table.shown().empty()) {
            if (task_.row_types().row_count() >= task_.least_class_rows()) {
                take(all_starred(task_, node), least);
            }
            return;
        }
        stars::StarSearch search(table.task(), stars::TieOrder::last, to_the_end_);
        std::optional<StarCells> cells = stars::collect_cells(
            table.task(), search.patterns(), search.costs(), stars::kMostCellEntries, context_);
        if (!cells) {
            leave(least);
            return;
        }
        cells->costs = costs_of_cells(*cells, table, node, costs_);
        const stars::CellSelection choice = choose(table, *cells, search);
        if (choice.best && choice.best->cost < best_) {
            const Recoding of_table = stars::recode_stars(
                table.task(), stars::partition_of_assignment(table.task(), *cells, *choice.best));
            take(table.of_original(view_of(of_table)), choice.best->cost);
        }
        if (!choice.proven) {
            leave(std::max(least, choice.bound));
        }
    }

    [[nodiscard]] stars::CellSelection choose(const NodeTable& table,
                                              const StarCells& cells,
                                              stars::StarSearch& search) const {
        const RowTypes& types = table.task().row_types();
        const std::vector<stars::KnownClass> known =
            stars::known_classes(stars::greedy_partition(search, search.patterns()));
        const std::vector<std::uint32_t> start =
            stars::cells_of_classes(known, cells, types.size());
        const std::uint64_t rows = types.row_count();
        const std::uint64_t of_class = task_.least_class_rows();  // a class is left to release
        return stars::choose_cells(
            {.counts = types.counts,
             .cells = &cells,
             .least_rows = of_class,
             .star_cost = costs_.row(),
             .unit = stars::CostUnit::of(cells.costs, costs_.row()),
             .start = start,
             .enough = best_},
            {.most = std::min(task_.suppression_limit, rows - std::min(rows, of_class))},
            solver_,
            context_);
    }

    /// Keep a release that is better than all known.
    void take(ClassRecoding recoding, StarCost cost) {
        found_ = std::move(recoding);
        found_loss_ = objective_value(task_.objective, loss_facts(task_, view_of(*found_)));
        best_ = cost;
    }

    /// Releases that cost so much were not looked for to the end.
    void leave(StarCost bound) {
        if (bound < best_) {
            left_ = std::min(left_, bound);
            ++nodes_left_;
        }
    }

    void add_figures(Outcome& outcome) const {
        outcome.stats.emplace_back("proof_nodes", static_cast<double>(nodes_));
        outcome.stats.emplace_back("proof_nodes_solved", static_cast<double>(solved_));
        outcome.stats.emplace_back("proof_nodes_left", static_cast<double>(nodes_left_));
    }

    void conclude(Outcome& outcome) const {
        if (left_ < best_) {
            outcome.ending = stars::ending_of_unproven(context_);
        } else {
            outcome.ending = outcome.recoding ? Ending::optimal : Ending::infeasible;
        }
        if (outcome.ending == Ending::infeasible && outcome.reason.empty()) {
            outcome.reason = "single cells starred at any node leave too many rows over";
        }
        if (outcome.recoding) {
            outcome.lower_bound =
                left_ < best_ ? std::min(costs_.loss_of(left_), outcome.loss) : outcome.loss;
        }
    }

    const Task& task_;
    const MipSolver& solver_;
    const RunContext& context_;
    RunContext to_the_end_;
    LabelCosts costs_;
    StarCost best_ = kNoChoice;  ///< of the releases known
    StarCost left_ = kNoChoice;  ///< no release that was not looked for costs less
    std::optional<Recoding> found_;
    double found_loss_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t solved_ = 0;      ///< nodes whose classes were chosen
    std::uint64_t nodes_left_ = 0;  ///< of these, not to the end; and the first not looked at
};

}  // namespace

void require_cell_gap(const Task& task) {
    const auto refuse = [](const std::string& why) {
        throw Error(ErrorCode::bad_policy,
                    "--prove finds the least loss of single cells starred at a node " + why +
                        ", or leave --prove out");
    };
    if (task.objective != Objective::gcp && task.objective != Objective::lm) {
        refuse("for the objectives gcp and lm, not for '" + std::string(info(task.objective).name) +
               "'; choose one of them (--objective)");
    }
    if (!ClassChecker(task).rows_decide()) {
        refuse("for k-anonymity alone; drop the other privacy models");
    }
    const std::size_t attributes = task.quasi_identifiers.size();
    if (most_listed_stars(attributes) < attributes) {
        refuse("by listing all patterns of stars, too many for " + std::to_string(attributes) +
               " quasi-identifiers; take fewer");
    }
    if (task.lattice().size().value_or(kMostProvenNodes + 1) > kMostProvenNodes) {
        refuse("in a lattice of " + std::to_string(kMostProvenNodes) +
               " nodes at most; bound the levels of some attributes (`levels`)");
    }
}

ClosedGap close_cell_gap(const Task& task,
                         Outcome known,
                         const MipSolver* solver,
                         const RunContext& context) {
    if (solver == nullptr) {
        return {.outcome = std::move(known), .note = "nothing more is proven: " + mip_missing()};
    }
    return CellGapSearch(task, *solver, context).run(std::move(known));
}

}  // namespace kanon
