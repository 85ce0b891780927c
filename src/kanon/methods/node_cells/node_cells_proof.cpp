// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/methods/cell_suppression/exact/assigned_partition.hpp"
#include "kanon/methods/cell_suppression/exact/least_cost_release.hpp"
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/methods/node_cells/label_costs.hpp"
#include "kanon/methods/node_cells/node_table.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/task/class_checker.hpp"
#include "kanon/task/recoding_loss.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using cell_suppression::kNoChoice;
using cell_suppression::StarCells;
using cell_suppression::StarCost;

constexpr std::uint64_t kMostProvenNodes = std::uint64_t{1} << 20U;
constexpr std::size_t kSideBySide = 8;  ///< nodes looked at with the same best release known

/// A node of the lattice, and what no release there costs less than.
struct OpenNode {
    StarCost bound = 0;
    std::uint64_t rank = 0;

    friend bool operator>(const OpenNode& a, const OpenNode& b) {
        return a.bound != b.bound ? a.bound > b.bound : a.rank > b.rank;
    }
};

/// The node of least bound first.
using OpenNodes = std::priority_queue<OpenNode, std::vector<OpenNode>, std::greater<>>;

/// What a look at a node came to.
struct Look {
    std::optional<ClassRecoding> found;  ///< better than what was known before
    StarCost cost = kNoChoice;           ///< of what was found
    StarCost bound = 0;
    bool done = false;  ///< nothing else there is better
};

/// All nodes, with what they cost where nothing is starred.
OpenNodes all_nodes(const Task& task, const LabelCosts& costs) {
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
    std::vector<OpenNode> out(lattice.size().value());
    for (std::uint64_t rank = 0; rank < out.size(); ++rank) {
        const Node node = lattice.node(rank);
        out[rank].rank = rank;
        for (std::size_t j = 0; j < node.size(); ++j) {
            out[rank].bound += of_level[j][node[j]];
        }
    }
    return OpenNodes({}, std::move(out));
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
          of_node_(context),
          to_the_end_(cell_suppression::without_limits(context)),
          costs_(task) {
        of_node_.threads = 1;  // nodes are looked at side by side
    }

    [[nodiscard]] ProvenOutcome run(Outcome known) {
        best_ = known.recoding ? costs_.cost_of(known.loss) : kNoChoice;
        look_at_nodes();
        ProvenOutcome out{.outcome = std::move(known)};
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
        OpenNodes open = all_nodes(task_, costs_);
        nodes_ = open.size();
        while (!open.empty() && open.top().bound < best_) {
            if (visits_ >= context_.node_limit || context_.should_stop()) {
                left_ = std::min(left_, open.top().bound);
                return;
            }
            look_at(next_of(open), open);
        }
    }

    [[nodiscard]] std::vector<OpenNode> next_of(OpenNodes& open) {
        std::vector<OpenNode> out;
        while (out.size() < kSideBySide && visits_ < context_.node_limit && !open.empty() &&
               open.top().bound < best_) {
            out.push_back(open.top());
            open.pop();
            ++visits_;
        }
        return out;
    }

    /// Look at these nodes, and put back those that may have something better still.
    void look_at(const std::vector<OpenNode>& nodes, OpenNodes& open) {
        const StarCost known = best_;
        std::vector<Look> looks(nodes.size());
        parallel_for(nodes.size(), 1, context_.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t place = begin; place < end; ++place) {
                looks[place] = look(nodes[place], target(known, nodes[place].bound));
            }
        });
        for (std::size_t place = 0; place < nodes.size(); ++place) {
            Look& one = looks[place];
            if (one.cost < best_) {
                take(*std::move(one.found), one.cost);
            }
            if (one.done) {
                continue;
            }
            if (one.bound < target(known, nodes[place].bound)) {  // the search there was given up
                left_ = std::min(left_, std::max(one.bound, nodes[place].bound));
            } else {
                open.push({.bound = one.bound, .rank = nodes[place].rank});
            }
        }
    }

    /// The bound that a look at a node is to come to: half-way to the best release known, or all
    /// the way where that is near.
    [[nodiscard]] static StarCost target(StarCost known, StarCost bound) {
        constexpr StarCost kNear = 16;  // part of the best
        const bool near = known == kNoChoice || known - bound <= known / kNear;
        return near ? known : bound + (known - bound + 1) / 2;
    }

    [[nodiscard]] Look look(const OpenNode& open, StarCost enough) const {
        const Node node = task_.lattice().node(open.rank);
        const NodeTable table(task_, node);
        if (table.shown().empty()) {
            const bool releases = task_.row_types().row_count() >= task_.least_class_rows();
            return releases
                       ? Look{.found = all_starred(task_, node), .cost = open.bound, .done = true}
                       : Look{.done = true};
        }
        cell_suppression::StarSearch search(
            table.task(), cell_suppression::TieOrder::last, to_the_end_);
        std::optional<StarCells> cells =
            cell_suppression::collect_cells(table.task(),
                                            search.patterns(),
                                            search.costs(),
                                            cell_suppression::kMostCellEntries,
                                            context_);
        if (!cells) {
            return {};
        }
        cells->costs = costs_of_cells(*cells, table, node, costs_);
        const cell_suppression::CellSelection choice = choose(table, *cells, enough, search);
        Look out{.bound = choice.bound, .done = choice.proven};
        if (choice.best && choice.best->cost < best_) {
            const Recoding of_table = cell_suppression::recode_stars(
                table.task(),
                cell_suppression::partition_of_assignment(table.task(), *cells, *choice.best));
            out.found = table.of_original(view_of(of_table));
            out.cost = choice.best->cost;
        }
        return out;
    }

    [[nodiscard]] cell_suppression::CellSelection choose(
        const NodeTable& table,
        const StarCells& cells,
        StarCost enough,
        cell_suppression::StarSearch& search) const {
        const RowTypes& types = table.task().row_types();
        const std::vector<cell_suppression::KnownClass> known = cell_suppression::known_classes(
            cell_suppression::greedy_partition(search, search.patterns()));
        const std::vector<std::uint32_t> start =
            cell_suppression::cells_of_classes(known, cells, types.size());
        const std::uint64_t rows = types.row_count();
        const std::uint64_t of_class = task_.least_class_rows();  // a class is left to release
        return cell_suppression::choose_cells(
            {.counts = types.counts,
             .cells = &cells,
             .least_rows = of_class,
             .star_cost = costs_.row(),
             .unit = cell_suppression::CostUnit::of(cells.costs, costs_.row()),
             .start = start,
             .enough = enough},
            {.most = std::min(task_.suppression_limit, rows - std::min(rows, of_class))},
            solver_,
            of_node_);
    }

    /// Keep a release that is better than all known.
    void take(ClassRecoding recoding, StarCost cost) {
        found_ = std::move(recoding);
        found_loss_ = objective_value(task_.objective, loss_facts(task_, view_of(*found_)));
        best_ = cost;
    }

    void add_figures(Outcome& outcome) const {
        outcome.stats.emplace_back("proof_nodes", static_cast<double>(nodes_));
        outcome.stats.emplace_back("proof_visits", static_cast<double>(visits_));
    }

    void conclude(Outcome& outcome) const {
        if (left_ < best_) {
            outcome.ending = cell_suppression::ending_of_unproven(context_);
        } else {
            outcome.ending = outcome.recoding ? Ending::optimal : Ending::infeasible;
        }
        if (outcome.ending == Ending::infeasible && outcome.reason.empty()) {
            outcome.reason = "single cells suppressed at any node leave too many rows over";
        }
        if (outcome.recoding) {
            outcome.lower_bound =
                left_ < best_ ? std::min(costs_.loss_of(left_), outcome.loss) : outcome.loss;
        }
    }

    const Task& task_;
    const MipSolver& solver_;
    const RunContext& context_;
    RunContext of_node_;
    RunContext to_the_end_;
    LabelCosts costs_;
    StarCost best_ = kNoChoice;  ///< of the releases known
    StarCost left_ = kNoChoice;  ///< no release that was not looked for costs less
    std::optional<Recoding> found_;
    double found_loss_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t visits_ = 0;  ///< at nodes
};

}  // namespace

void require_provable_cells(const Task& task) {
    const auto refuse = [](const std::string& why) {
        throw Error(ErrorCode::bad_policy,
                    "--prove finds the least loss of single cells suppressed at a node " + why +
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

ProvenOutcome prove_cell_optimality(const Task& task,
                                    Outcome known,
                                    const MipSolver* solver,
                                    const RunContext& context) {
    if (solver == nullptr) {
        return {.outcome = std::move(known), .note = "nothing more is proven: " + mip_missing()};
    }
    return CellGapSearch(task, *solver, context).run(std::move(known));
}

}  // namespace kanon
