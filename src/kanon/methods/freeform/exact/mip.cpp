// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/exact/mip.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/exact/mip_model.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/matching/best_pairs.hpp"
#include "kanon/methods/freeform/matching/rounds.hpp"
#include "kanon/solve/solver.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

/// Rows of which the program has some hundred thousand columns and rows.
constexpr std::uint32_t kMostRowsOfProgram = 200;

/// Rounds solved anew to start from.
constexpr RoundsEffort kStartEffort{.fixpoint = true, .splits = 20};

/// What the solver does not tell apart, of a row of which all is lost.
constexpr double kAlike = 1e-7;

/// What rounding may have added to a bound.
constexpr double kRounded = 1e-9;

void require_few_rows(const RowSpace& space) {
    if (space.size() > kMostRowsOfProgram) {
        throw Error(ErrorCode::bad_policy,
                    "method 'freeform-mip' solves tables of up to " +
                        count_text(kMostRowsOfProgram, "row") + ", and this one has " +
                        count_text(space.size()) + "; take freeform-partitioned");
    }
}

double weight_of(const std::vector<Axis>& axes) {
    double weight = 0;
    for (const Axis& axis : axes) {
        weight += axis.weight();
    }
    return weight;
}

/// What the records lose in all; weighted.
double loss_of(const RowSpace& space, const Graph& graph) {
    const TypeSpace& types = space.types();
    std::vector<Word> cover(types.cover_words());
    double loss = 0;
    for (std::uint32_t record = 0; record < graph.records(); ++record) {
        const auto members = graph.of(record);
        types.take_cover(space.type(members.front()), cover);
        for (const std::uint32_t row : members.subspan(1)) {
            types.widen(cover, space.type(row));
        }
        for (std::size_t axis = 0; axis < types.size(); ++axis) {
            loss += types.axes()[axis].loss(cover.data() + types.start(axis));
        }
    }
    return loss;
}

/// Per row what the least lossy box around it loses.
std::vector<double> box_losses_of_rows(const Task& task,
                                       const std::vector<Axis>& axes,
                                       const RowSpace& space,
                                       const RunContext& context) {
    const classes::BoxTree tree(task, axes);
    const std::vector<double> losses =
        classes::box_losses(tree, task.least_class_rows(), classes::kBoxEffort, context);
    std::map<std::vector<Place>, double> of_places;
    for (std::uint32_t type = 0; type < tree.size(); ++type) {
        const auto places = tree.places(type);
        of_places[{places.begin(), places.end()}] = losses[type];
    }
    std::vector<double> out;
    std::vector<Place> places(axes.size());
    for (std::uint32_t row = 0; row < space.size(); ++row) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            places[axis] = space.types().place(space.type(row), axis);
        }
        out.push_back(std::max(of_places.at(places) - kRounded, 0.0));
    }
    return out;
}

/// What a search came to; losses are weighted sums.
struct Found {
    std::optional<Graph> graph;  ///< one that loses less than the start
    double bound = 0;            ///< no graph loses less, up to kAlike rows
    bool proven = false;         ///< the graph is best, or the start where there is none
    bool without = false;        ///< nothing was found, and nothing was to start from: proven
};

/// Search below the loss of a graph that is known, if one is.
Found search(const Task& task,
             const std::vector<Axis>& axes,
             const RowSpace& space,
             const Graph* start,
             const MipSolver& solver,
             const RunContext& context) {
    MipModel model(space, degree_of(task));
    const std::vector<double> boxes = box_losses_of_rows(task, axes, space, context);
    model.require_losses(boxes);
    SolveOptions options{.heuristics = start == nullptr};
    double boxes_lose = 0;
    for (const double loss : boxes) {
        boxes_lose += loss;
    }
    options.floor = boxes_lose - model.base();
    if (start != nullptr) {
        options.cutoff = loss_of(space, *start) - model.base() - kAlike * weight_of(axes);
    }
    const Solution solution = solver.solve(model.model(), options, context);
    Found out;
    if (!solution.values.empty()) {
        out.graph = model.graph_of(solution.values);
    }
    out.proven = solution.status == SolveStatus::optimal ||
                 (solution.status == SolveStatus::infeasible && start != nullptr);
    out.without = solution.status == SolveStatus::infeasible && start == nullptr;
    if (solution.bound > -kUnlimited && solution.bound < kUnlimited) {
        out.bound = model.base() + solution.bound - kRounded;
    }
    return out;
}

class Mip final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = classes::make_axes(task);
        const RowSpace space(task, axes);
        require_few_rows(space);
        if (std::string why = why_no_graph(task, space); !why.empty()) {
            return no_graph(std::move(why));
        }
        Graph start(space.size(), degree_of(task));
        if (const std::optional<double> pairs = best_pairs(space, start)) {
            return freeform_outcome(
                task, axes, space, start, {.graphs = bound_of(task, *pairs)}, context);
        }
        RunContext to_the_end = context;  // a start is not to take all the time
        to_the_end.deadline.reset();
        Rounds rounds(space, start, to_the_end);
        const bool filled = rounds.fill() == Filling::done;
        if (context.cancelled()) {
            return stopped_early(context);
        }
        if (filled) {
            rounds.improve(kStartEffort);
        }
        const MipSolver* const solver = find_mip_solver();
        if (solver == nullptr) {
            Outcome out = filled ? freeform_outcome(task, axes, space, start, {}, context)
                                 : no_graph(mip_missing());
            out.reason = out.reason.empty() ? mip_missing() : out.reason;
            return out;
        }
        const Found found = search(task, axes, space, filled ? &start : nullptr, *solver, context);
        return conclude(task, axes, space, filled ? &start : nullptr, found, context);
    }

private:
    /// The program suppresses no rows: where that is allowed, what it proves is no bound.
    static double bound_of(const Task& task, double bound) {
        return task.suppression_limit == 0 ? bound : 0;
    }

    /// How a search ended that proved nothing.
    static Ending ending_of_unproven(const RunContext& context) {
        if (context.cancelled()) {
            return Ending::cancelled;
        }
        const bool limited =
            context.past_deadline() || context.node_limit != RunContext{}.node_limit;
        return limited ? Ending::timed_out : Ending::feasible;
    }

    static Outcome conclude(const Task& task,
                            const std::vector<Axis>& axes,
                            const RowSpace& space,
                            const Graph* start,
                            const Found& found,
                            const RunContext& context) {
        if (!found.graph && start == nullptr) {
            Outcome out = no_graph(
                "rows cannot be dealt out so that no row has a person twice "
                "among its candidates");
            if (!found.without) {
                out.ending = ending_of_unproven(context) == Ending::cancelled ? Ending::cancelled
                                                                              : Ending::timed_out;
                out.reason = "no graph was found in which no row has a person twice";
            }
            return out;
        }
        const Graph& best = found.graph ? *found.graph : *start;
        Outcome out = freeform_outcome(
            task, axes, space, best, {.graphs = bound_of(task, found.bound)}, context);
        if (out.recoding && found.proven && task.suppression_limit == 0) {
            out.lower_bound = out.loss;
            out.ending = Ending::optimal;
        } else if (!out.recoding && found.graph && start != nullptr) {
            out = freeform_outcome(
                task, axes, space, *start, {.graphs = bound_of(task, found.bound)}, context);
        }
        if (out.recoding && out.ending == Ending::feasible && !found.proven) {
            out.ending = ending_of_unproven(context);
        }
        return out;
    }
};

}  // namespace

std::unique_ptr<Method> make_mip(const OptionMap& /*options*/) {
    return std::make_unique<Mip>();
}

}  // namespace kanon::freeform
