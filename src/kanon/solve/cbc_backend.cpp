// SPDX-License-Identifier: Apache-2.0
// COIN-OR Clp and Cbc behind the port. Built where CMake finds them; no other file knows them.
#include "kanon/solve/coin_cuts.hpp"
#include "kanon/solve/coin_model.hpp"
#include "kanon/solve/reduced_model.hpp"
#include "kanon/solve/solver.hpp"

#include <CbcEventHandler.hpp>
#include <CbcHeuristicDiveCoefficient.hpp>
#include <CbcHeuristicDiveVectorLength.hpp>
#include <CbcHeuristicRENS.hpp>
#include <CbcHeuristicRINS.hpp>
#include <CbcModel.hpp>
#include <CglStored.hpp>
#include <CoinError.hpp>
#include <OsiClpSolverInterface.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr double kWhole = 1e-7;       ///< a value this near to a whole number is one
constexpr double kStepShare = 0.999;  ///< of the cost step: what a better solution gains at least

/// True if the best solution so far costs no more than this, up to the solver's tolerance.
bool reaches(const CbcModel& search, double cost) {
    constexpr double kSameCost = 1e-6;
    return search.bestSolution() != nullptr &&
           search.getObjValue() <= cost + kSameCost * std::max(1.0, std::abs(cost));
}

/// Ends a tree search when the run should stop or nothing better can be, and keeps the bound that
/// it had proven till then: linear programs that were cut short afterwards look as if they had no
/// solution.
class TreeStop : public CbcEventHandler {
public:
    TreeStop(const RunContext& context, const CbcModel& search, double floor, double& proven)
        : context_(&context), search_(&search), floor_(floor), proven_(&proven) {}

    CbcAction event(CbcEvent) override {
        const bool whole = getModel() == search_ && search_->getNodeCount() > 0;
        const double bound = whole ? search_->getBestPossibleObjValue() : *proven_;
        if (context_->should_stop() || reaches(*search_, floor_)) {
            return stop;
        }
        *proven_ = std::max(*proven_, bound);
        return noAction;
    }

    [[nodiscard]] CbcEventHandler* clone() const override { return new TreeStop(*this); }

private:
    const RunContext* context_;
    const CbcModel* search_;  ///< others are searches of its heuristics
    double floor_;
    double* proven_;
};

void mark_integers(const Model& model, OsiClpSolverInterface& to) {
    for (std::size_t j = 0; j < model.columns.size(); ++j) {
        if (model.columns[j].integer) {
            to.setInteger(static_cast<int>(j));
        }
    }
}

bool is_whole(const Model& model, std::span<const double> values) {
    for (std::size_t j = 0; j < values.size(); ++j) {
        if (model.columns[j].integer && std::abs(values[j] - std::round(values[j])) > kWhole) {
            return false;
        }
    }
    return true;
}

void round_integers(const Model& model, std::vector<double>& values) {
    for (std::size_t j = 0; j < values.size(); ++j) {
        values[j] = model.columns[j].integer ? std::round(values[j]) : values[j];
    }
}

/// The lazy rows that are not in the root. No other cuts in the tree: a pass of them costs as much
/// as ten nodes there.
void add_lazy_rows(CbcModel& search, const CoinModel& root) {
    constexpr int kAlways = 1;
    CglStored rows;
    rows.setRequiredViolation(1e-3);
    for (const CoinModel::LazyRow& row : root.lazy) {
        if (!row.inside) {
            rows.addCut(row.lower, row.upper, row.entries);
        }
    }
    search.addCutGenerator(&rows, kAlways, "lazy rows");
}

/// Once, at the root: a solution at the cost of a few nodes. What costs the least is often as cheap
/// as the bound, so that it ends the search. Measured on CMC with two stars a row at most, CPU
/// seconds to the proof: k = 3: 2.0, without 3.5; k = 5: 1.1, without 1.6. Not in large programs:
/// on Adult (17,500 columns) it took a third of the search and found nothing.
void add_dive(CbcModel& search) {
    constexpr int kAtRoot = 1;
    constexpr int kMostColumns = 10'000;
    if (search.getNumCols() <= kMostColumns) {
        CbcHeuristicDiveVectorLength dive(search);
        dive.setWhen(kAtRoot);
        search.addHeuristic(&dive, "dive");
    }
}

void add_heuristics(CbcModel& search) {
    CbcHeuristicRENS near_root(search);
    near_root.setWhen(1);
    near_root.setNumberNodes(200);
    near_root.setFractionSmall(0.8);
    CbcHeuristicRINS near_best(search);
    near_best.setHowOften(20);
    near_best.setNumberNodes(200);
    near_best.setFractionSmall(0.5);
    CbcHeuristicDiveCoefficient dive(search);
    dive.setWhen(3);
    search.addHeuristic(&near_root, "rens");
    search.addHeuristic(&near_best, "rins");
    search.addHeuristic(&dive, "dive");
}

/// `proven`: grows with the bound.
void limit(CbcModel& search,
           const SolveOptions& options,
           const RunContext& context,
           double& proven) {
    if (options.cost_step > 0) {
        search.setAllowableGap(kStepShare * options.cost_step);
        search.setDblParam(CbcModel::CbcCutoffIncrement, kStepShare * options.cost_step);
    }
    if (options.cutoff < kUnlimited) {
        search.setCutoff(options.cutoff);
    }
    if (context.deadline) {
        const std::chrono::duration<double> left =
            *context.deadline - std::chrono::steady_clock::now();
        search.setUseElapsedTime(true);
        search.setMaximumSeconds(std::max(left.count(), 0.0));
    }
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    search.setMaximumNodes(static_cast<int>(std::min(context.node_limit, kMost)));
    const TreeStop stop(context, search, options.floor, proven);
    search.passInEventHandler(&stop);
}

SolveStatus tree_status(const CbcModel& search, bool found) {
    if (search.isProvenOptimal()) {
        return SolveStatus::optimal;
    }
    if (search.isProvenInfeasible()) {
        return SolveStatus::infeasible;
    }
    if (search.isAbandoned()) {
        return SolveStatus::failed;
    }
    return found ? SolveStatus::feasible : SolveStatus::stopped;
}

/// What the search found, checked against the model: a solver's word is not taken for it, nor what
/// it says of the tree once it was told to stop.
Solution outcome(const Model& model,
                 const CbcModel& search,
                 const SolveOptions& options,
                 double proven,
                 bool stopped) {
    Solution out{.bound = proven};
    if (search.bestSolution() != nullptr) {
        out.values.assign(search.bestSolution(), search.bestSolution() + search.getNumCols());
        round_integers(model, out.values);
        out.value = model.cost_of(out.values);
        if (!model.allows(out.values)) {
            return {.status = SolveStatus::failed, .bound = proven};
        }
    }
    const bool found = !out.values.empty();
    if (stopped) {
        out.status = found ? SolveStatus::feasible : SolveStatus::stopped;
        return out;
    }
    out.status =
        found && reaches(search, options.floor) ? SolveStatus::optimal : tree_status(search, found);
    if (out.status == SolveStatus::optimal) {
        out.bound = out.value;
    } else if (out.status == SolveStatus::infeasible) {
        out.bound = kUnlimited;
    } else if (search.getNodeCount() > 0) {
        out.bound = std::max(proven, search.getBestPossibleObjValue());
    }
    return out;
}

Solution search_tree(const Model& model,
                     const CoinModel& root,
                     const SolveOptions& options,
                     const RunContext& context) {
    constexpr int kTrials = 4;       // of a column, before its history is trusted
    constexpr int kKeepFactors = 2;  // between the many short linear programs of a node
    CbcModel search(root.solver);
    dynamic_cast<OsiClpSolverInterface&>(*search.solver()).setupForRepeatedUse(kKeepFactors, 0);
    search.setLogLevel(0);
    search.solver()->messageHandler()->setLogLevel(0);
    add_lazy_rows(search, root);
    if (options.heuristics) {
        add_heuristics(search);
    } else {
        add_dive(search);
    }
    search.setMaximumCutPassesAtRoot(10);
    search.setMaximumCutPasses(2);
    search.setMinimumDrop(0.01);
    search.setNumberStrong(kTrials);
    search.setNumberBeforeTrust(kTrials);
    double proven = root.solver.getObjValue();
    limit(search, options, context, proven);
    if (!options.start.empty() && model.allows(options.start)) {
        search.setBestSolution(options.start.data(),
                               static_cast<int>(options.start.size()),
                               model.cost_of(options.start));
    }
    search.branchAndBound();
    return outcome(model, search, options, proven, context.should_stop());
}

/// Tighten the relaxation of a model below the cut-off.
Solution tightened(const Model& model,
                   Solution root,
                   const SolveOptions& options,
                   const RunContext& context,
                   CoinModel& loaded) {
    if (root.status == SolveStatus::optimal && !is_whole(model, root.values)) {
        mark_integers(model, loaded.solver);
        const double bound = root.bound;
        root = relaxation(loaded, tighten(loaded, options, context));
        root.bound = std::max(root.bound, bound);
    }
    root.duals.clear();
    root.root = root.status == SolveStatus::optimal ? root.value : root.root;
    return root;
}

/// Stopped before the tree: the values to start from are the best so far, if they are allowed.
Solution stopped_at_root(const Model& model, const SolveOptions& options, Solution root) {
    if (root.status == SolveStatus::stopped && !options.start.empty() &&
        model.allows(options.start)) {
        root.status = SolveStatus::feasible;
        root.values.assign(options.start.begin(), options.start.end());
        root.value = model.cost_of(options.start);
    }
    return root;
}

/// What the tightened relaxation says by itself, if that is all: nothing below the cut-off, or
/// whole values.
std::optional<Solution> settled(const Model& model, const SolveOptions& options, Solution& root) {
    if (root.status != SolveStatus::optimal) {
        return stopped_at_root(model, options, std::move(root));
    }
    if (root.value >= options.cutoff) {
        return Solution{.status = SolveStatus::infeasible, .bound = kUnlimited};
    }
    if (is_whole(model, root.values)) {
        round_integers(model, root.values);
        return std::move(root);
    }
    return std::nullopt;
}

/// The best solution from a relaxation on.
Solution search_from(const Model& model,
                     Solution relaxed,
                     const SolveOptions& options,
                     const RunContext& context,
                     CoinModel& loaded) {
    Solution root = tightened(model, std::move(relaxed), options, context, loaded);
    if (std::optional<Solution> end = settled(model, options, root)) {
        return *std::move(end);
    }
    Solution out = search_tree(model, loaded, options, context);
    out.root = root.value;
    out.reduced_costs = std::move(root.reduced_costs);
    return out;
}

/// The tree of a model without the columns that `loaded` holds at 0.
Solution search_reduced(const Model& model,
                        const CoinModel& loaded,
                        const SolveOptions& options,
                        const RunContext& context) {
    ReducedModel reduced = reduce(model, loaded);
    const SolveStatus status = solve_again(reduced.loaded, context);
    if (status != SolveStatus::optimal) {
        return {.status = status,
                .bound = status == SolveStatus::infeasible ? kUnlimited : -kUnlimited};
    }
    SolveOptions of_reduced = options;
    of_reduced.start = {};  // of all columns
    Solution out = search_tree(reduced.model, reduced.loaded, of_reduced, context);
    if (!out.values.empty()) {
        out.values = reduced.expand(out.values);
    }
    return out;
}

/// A good solution or none: whole columns that are 0 in the relaxation stay so, in a small tree.
Solution search_near(const Model& model,
                     const Solution& root,
                     const SolveOptions& options,
                     const RunContext& context,
                     const CoinModel& loaded) {
    constexpr std::uint64_t kMostNodes = 100;
    CoinModel near = loaded;
    for (std::size_t j = 0; j < root.values.size(); ++j) {
        const int column = static_cast<int>(j);
        if (loaded.whole[j] != 0 && root.values[j] < kWhole &&
            near.solver.getColLower()[column] == 0) {
            near.solver.setColUpper(column, 0);
        }
    }
    RunContext small = context;
    small.node_limit = std::min(small.node_limit, kMostNodes);
    Solution out = search_reduced(model, near, options, small);
    out.status = out.values.empty() ? SolveStatus::stopped : SolveStatus::feasible;
    out.bound = root.bound;
    return out;
}

/// The best solution from a tightened relaxation on. First one near it, of the least cost that can
/// be: measured on Adult with a mask of 14 patterns, k = 5, where there is one, it is found in a
/// tenth of the time that the whole tree takes.
Solution search_kept(const Model& model,
                     const Solution& root,
                     const SolveOptions& options,
                     const RunContext& context,
                     const CoinModel& loaded) {
    if (options.near) {
        return search_near(model, root, options, context, loaded);
    }
    if (options.cost_step > 0 && options.floor > -kUnlimited && !options.heuristics) {
        SolveOptions least = options;
        least.cutoff = std::min(options.cutoff, options.floor + options.cost_step / 2);
        Solution found = search_near(model, root, least, context, loaded);
        if (!found.values.empty() && found.value < least.cutoff) {
            found.status = SolveStatus::optimal;
            found.bound = found.value;
            return found;
        }
    }
    return search_reduced(model, loaded, options, context);
}

void fix(std::span<const std::uint32_t> columns, OsiClpSolverInterface& solver) {
    for (const std::uint32_t column : columns) {
        const int at = static_cast<int>(column);
        solver.setColUpper(at, solver.getColLower()[at]);
    }
}

class OpenCbcModel final : public OpenModel {
public:
    explicit OpenCbcModel(const Model& model) : model_(model) { load(model, loaded_); }

    [[nodiscard]] Solution relax(const RunContext& context) override {
        try {
            root_ = relaxation(loaded_, solve_linear(loaded_, context));
            return root_;
        } catch (const CoinError&) {
            return {};
        }
    }

    [[nodiscard]] Solution tighten(const SolveOptions& options,
                                   const RunContext& context) override {
        try {
            root_ = fixed(options, context, loaded_);
            root_ = tightened(model_, std::move(root_), options, context, loaded_);
            Solution root = root_;
            if (std::optional<Solution> end = settled(model_, options, root)) {
                return *std::move(end);
            }
            root.status = SolveStatus::stopped;
            root.values.clear();
            return root;
        } catch (const CoinError&) {
            return {};
        }
    }

    [[nodiscard]] Solution solve(const SolveOptions& options,
                                 const RunContext& context) const override {
        try {
            CoinModel copy = loaded_;
            Solution root = fixed(options, context, copy);
            root = tightened(model_, std::move(root), options, context, copy);
            if (std::optional<Solution> end = settled(model_, options, root)) {
                return *std::move(end);
            }
            return search_kept(model_, root, options, context, copy);
        } catch (const CoinError&) {
            return {};
        }
    }

private:
    /// The relaxation with the columns fixed.
    [[nodiscard]] Solution fixed(const SolveOptions& options,
                                 const RunContext& context,
                                 CoinModel& loaded) const {
        poll(loaded, context);
        if (options.fixed.empty() || root_.status != SolveStatus::optimal) {
            return root_;
        }
        fix(options.fixed, loaded.solver);
        return relaxation(loaded, solve_again(loaded, context));
    }

    const Model& model_;
    CoinModel loaded_;
    Solution root_;
};

class CbcSolver final : public MipSolver {
public:
    [[nodiscard]] std::unique_ptr<OpenModel> open(const Model& model) const override {
        return std::make_unique<OpenCbcModel>(model);
    }

    [[nodiscard]] Solution solve(const Model& model,
                                 const SolveOptions& options,
                                 const RunContext& context) const override {
        try {
            CoinModel loaded;
            load(model, loaded);
            Solution root = relaxation(loaded, solve_linear(loaded, context));
            return search_from(model, std::move(root), options, context, loaded);
        } catch (const CoinError&) {
            return {};
        }
    }
};

const MipSolver& cbc() {
    static const CbcSolver solver;
    return solver;
}

constexpr std::array kBackends{
    MipBackend{
        .name = "cbc",
        .summary = "COIN-OR Cbc on Clp: branch and cut",
        .solver = cbc,
    },
};

}  // namespace

std::span<const MipBackend> mip_backends() {
    return kBackends;
}

}  // namespace kanon
