// SPDX-License-Identifier: Apache-2.0
// COIN-OR Clp and Cbc behind the port. Built where CMake finds them; no other file knows them.
#include "kanon/solve/solver.hpp"

#include <CbcEventHandler.hpp>
#include <CbcHeuristicDiveCoefficient.hpp>
#include <CbcHeuristicRENS.hpp>
#include <CbcHeuristicRINS.hpp>
#include <CbcModel.hpp>
#include <CglGomory.hpp>
#include <CglProbing.hpp>
#include <CglStored.hpp>
#include <CglTwomir.hpp>
#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <CoinError.hpp>
#include <CoinPackedMatrix.hpp>
#include <CoinPackedVector.hpp>
#include <OsiClpSolverInterface.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

namespace kanon {
namespace {

constexpr double kWhole = 1e-7;       ///< a value this near to a whole number is one
constexpr double kStepShare = 0.999;  ///< of the cost step: what a better solution gains at least
constexpr unsigned kIterationsAPoll = 8;

/// Ends a linear program when the run should stop.
class LinearStop : public ClpEventHandler {
public:
    explicit LinearStop(const RunContext& context) : context_(&context) {}

    int event(Event which) override {
        const bool poll = which == endOfIteration && ++iterations_ % kIterationsAPoll == 0;
        return poll && context_->should_stop() ? 0 : -1;
    }

    [[nodiscard]] ClpEventHandler* clone() const override { return new LinearStop(*this); }

private:
    const RunContext* context_;
    unsigned iterations_ = 0;
};

/// Ends a tree search when the run should stop, and keeps the bound that it had proven till then:
/// linear programs that were cut short afterwards look as if they had no solution.
class TreeStop : public CbcEventHandler {
public:
    TreeStop(const RunContext& context, const CbcModel& search, double& proven)
        : context_(&context), search_(&search), proven_(&proven) {}

    CbcAction event(CbcEvent) override {
        const bool whole = getModel() == search_ && search_->getNodeCount() > 0;
        const double bound = whole ? search_->getBestPossibleObjValue() : *proven_;
        if (context_->should_stop()) {
            return stop;
        }
        *proven_ = std::max(*proven_, bound);
        return noAction;
    }

    [[nodiscard]] CbcEventHandler* clone() const override { return new TreeStop(*this); }

private:
    const RunContext* context_;
    const CbcModel* search_;  ///< others are searches of its heuristics
    double* proven_;
};

double coin_bound(double bound) {
    return std::clamp(bound, -COIN_DBL_MAX, COIN_DBL_MAX);
}

/// A model in the solver, and its lazy rows that are not.
struct Loaded {
    struct Lazy {
        std::size_t row = 0;  ///< of the model
        CoinPackedVector entries;
        double lower = 0;
        double upper = 0;
    };

    OsiClpSolverInterface solver;
    std::vector<Lazy> lazy;
    std::vector<int>
        row_of;  ///< per row of the model: its row in the solver, or -1 if it is in `lazy`
};

void split_rows(const Model& model, Loaded& out) {
    int rows = 0;
    std::vector<std::size_t> lazy_of(model.rows.size());
    for (std::size_t i = 0; i < model.rows.size(); ++i) {
        const Model::Row& row = model.rows[i];
        out.row_of.push_back(row.lazy ? -1 : rows++);
        if (row.lazy) {
            lazy_of[i] = out.lazy.size();
            out.lazy.push_back({.row = i,
                                .entries = {},
                                .lower = coin_bound(row.lower),
                                .upper = coin_bound(row.upper)});
        }
    }
    for (const Model::Entry& entry : model.entries) {
        if (out.row_of[entry.row] < 0) {
            out.lazy[lazy_of[entry.row]].entries.insert(static_cast<int>(entry.column),
                                                        entry.value);
        }
    }
}

CoinPackedMatrix matrix_of(const Model& model, std::span<const int> row_of) {
    std::vector<int> rows;
    std::vector<int> columns;
    std::vector<double> values;
    for (const Model::Entry& entry : model.entries) {
        if (row_of[entry.row] >= 0) {
            rows.push_back(row_of[entry.row]);
            columns.push_back(static_cast<int>(entry.column));
            values.push_back(entry.value);
        }
    }
    CoinPackedMatrix matrix(
        true, rows.data(), columns.data(), values.data(), static_cast<CoinBigIndex>(values.size()));
    const auto loaded =
        std::count_if(row_of.begin(), row_of.end(), [](int row) { return row >= 0; });
    matrix.setDimensions(static_cast<int>(loaded), static_cast<int>(model.columns.size()));
    return matrix;
}

void load(const Model& model, Loaded& to) {
    split_rows(model, to);
    std::array<std::vector<double>, 5> bounds;
    for (const Model::Column& column : model.columns) {
        bounds[0].push_back(coin_bound(column.lower));
        bounds[1].push_back(coin_bound(column.upper));
        bounds[2].push_back(column.cost);
    }
    for (const Model::Row& row : model.rows) {
        if (!row.lazy) {
            bounds[3].push_back(coin_bound(row.lower));
            bounds[4].push_back(coin_bound(row.upper));
        }
    }
    OsiClpSolverInterface& solver = to.solver;
    solver.messageHandler()->setLogLevel(0);
    solver.getModelPtr()->setLogLevel(0);
    solver.setHintParam(OsiDoReducePrint, true, OsiHintTry);
    solver.loadProblem(matrix_of(model, to.row_of),
                       bounds[0].data(),
                       bounds[1].data(),
                       bounds[2].data(),
                       bounds[3].data(),
                       bounds[4].data());
}

void mark_integers(const Model& model, OsiClpSolverInterface& to) {
    for (std::size_t j = 0; j < model.columns.size(); ++j) {
        if (model.columns[j].integer) {
            to.setInteger(static_cast<int>(j));
        }
    }
}

SolveStatus linear_status(const OsiClpSolverInterface& solver) {
    if (solver.isProvenOptimal()) {
        return SolveStatus::optimal;
    }
    if (solver.isProvenPrimalInfeasible()) {
        return SolveStatus::infeasible;
    }
    if (solver.isProvenDualInfeasible()) {
        return SolveStatus::unbounded;
    }
    return SolveStatus::failed;
}

std::vector<double> copy(const double* values, int size) {
    return {values, values + size};
}

double product(const CoinPackedVector& entries, const double* values) {
    double sum = 0;
    for (int i = 0; i < entries.getNumElements(); ++i) {
        sum += entries.getElements()[i] * values[entries.getIndices()[i]];
    }
    return sum;
}

/// Move the lazy rows that the solver's values break into the solver. False if none was broken.
bool add_broken(Loaded& loaded) {
    constexpr double kBroken = 1e-5;
    const double* values = loaded.solver.getColSolution();
    const auto kept =
        std::stable_partition(loaded.lazy.begin(), loaded.lazy.end(), [&](const Loaded::Lazy& row) {
            const double sum = product(row.entries, values);
            return sum >= row.lower - kBroken && sum <= row.upper + kBroken;
        });
    std::vector<const CoinPackedVectorBase*> rows;
    std::vector<double> lower;
    std::vector<double> upper;
    std::for_each(kept, loaded.lazy.end(), [&](const Loaded::Lazy& row) {
        loaded.row_of[row.row] = loaded.solver.getNumRows() + static_cast<int>(rows.size());
        rows.push_back(&row.entries);
        lower.push_back(row.lower);
        upper.push_back(row.upper);
    });
    loaded.solver.addRows(static_cast<int>(rows.size()), rows.data(), lower.data(), upper.data());
    loaded.lazy.erase(kept, loaded.lazy.end());
    return !rows.empty();
}

/// Clp's crash ("Idiot") looks neither at deadlines nor at cancellation.
ClpSolve without_crash() {
    constexpr int kStartOfPrimal = 1;
    constexpr int kAllSlack = 4;
    ClpSolve options;
    options.setSolveType(ClpSolve::usePrimal);
    options.setPresolveType(ClpSolve::presolveOff);
    options.setSpecialOption(kStartOfPrimal, kAllSlack);
    return options;
}

/// The linear program of all rows, lazy ones by and by. Later ones of the solver and its copies end
/// when the run should stop, too.
SolveStatus solve_linear(Loaded& loaded, const RunContext& context) {
    OsiClpSolverInterface& solver = loaded.solver;
    const LinearStop stop(context);
    solver.getModelPtr()->passInEventHandler(&stop);
    solver.setSolveOptions(without_crash());
    solver.initialSolve();
    while (solver.isProvenOptimal() && !context.should_stop() && add_broken(loaded)) {
        solver.resolve();
    }
    if (context.should_stop()) {
        return SolveStatus::stopped;  // broken rows may be left
    }
    return linear_status(solver);
}

/// What the solver holds after solve_linear(); lazy rows that it did without are worth nothing.
Solution relaxation(const Loaded& loaded, SolveStatus status) {
    Solution out{.status = status};
    if (status != SolveStatus::optimal) {
        return out;
    }
    const OsiClpSolverInterface& solver = loaded.solver;
    out.value = out.bound = solver.getObjValue();
    out.values = copy(solver.getColSolution(), solver.getNumCols());
    out.reduced_costs = copy(solver.getReducedCost(), solver.getNumCols());
    for (const int row : loaded.row_of) {
        out.duals.push_back(row < 0 ? 0 : solver.getRowPrice()[row]);
    }
    return out;
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

/// Gomory, two-step rounding and probing cuts, at the root as long as they help: on the models of
/// cell suppression these three close nearly all of the gap, and the others none of it.
void add_cuts(CbcModel& search, std::span<const Loaded::Lazy> lazy) {
    constexpr int kAlways = 1;
    constexpr int kAtRoot = -98;  // dropped in the tree unless they did much at the root
    CglStored rows;
    rows.setRequiredViolation(1e-3);
    for (const Loaded::Lazy& row : lazy) {
        rows.addCut(row.lower, row.upper, row.entries);
    }
    if (!lazy.empty()) {
        search.addCutGenerator(&rows, kAlways, "lazy rows");
    }
    CglProbing probing;
    probing.setUsingObjective(1);
    probing.setMaxPass(1);
    probing.setMaxPassRoot(1);
    probing.setMaxProbe(10);
    probing.setMaxLook(10);
    probing.setMaxProbeRoot(50);
    probing.setMaxLookRoot(50);
    probing.setRowCuts(3);
    CglGomory gomory;
    gomory.setLimit(300);
    gomory.setLimitAtRoot(300);
    CglTwomir rounding;
    rounding.setMaxElements(250);
    search.addCutGenerator(&probing, kAtRoot, "probing");
    search.addCutGenerator(&gomory, kAtRoot, "gomory");
    search.addCutGenerator(&rounding, kAtRoot, "twomir");
    search.setMaximumCutPassesAtRoot(40);
    search.setMaximumCutPasses(3);
    search.setMinimumDrop(0.01);
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
    const TreeStop stop(context, search, proven);
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
Solution outcome(const Model& model, const CbcModel& search, double proven, bool stopped) {
    Solution out{.bound = proven};
    if (search.bestSolution() != nullptr) {
        out.values = copy(search.bestSolution(), search.getNumCols());
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
    out.status = tree_status(search, found);
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
                     const Loaded& root,
                     const SolveOptions& options,
                     const RunContext& context) {
    CbcModel search(root.solver);
    search.setLogLevel(0);
    search.solver()->messageHandler()->setLogLevel(0);
    add_cuts(search, root.lazy);
    add_heuristics(search);
    search.setNumberStrong(1);  // a trial of a column costs as much as a node
    search.setNumberBeforeTrust(1);
    double proven = root.solver.getObjValue();
    limit(search, options, context, proven);
    if (!options.start.empty() && model.allows(options.start)) {
        search.setBestSolution(options.start.data(),
                               static_cast<int>(options.start.size()),
                               model.cost_of(options.start));
    }
    search.branchAndBound();
    return outcome(model, search, proven, context.should_stop());
}

class CbcSolver final : public MipSolver {
public:
    [[nodiscard]] Solution relax(const Model& model, const RunContext& context) const override {
        try {
            Loaded loaded;
            load(model, loaded);
            const SolveStatus status = solve_linear(loaded, context);
            return relaxation(loaded, status);
        } catch (const CoinError&) {
            return {};
        }
    }

    [[nodiscard]] Solution solve(const Model& model,
                                 const SolveOptions& options,
                                 const RunContext& context) const override {
        try {
            Loaded loaded;
            load(model, loaded);
            const SolveStatus status = solve_linear(loaded, context);
            Solution root = relaxation(loaded, status);
            root.duals.clear();
            root.reduced_costs.clear();
            if (root.status != SolveStatus::optimal) {
                return root;
            }
            if (root.value >= options.cutoff) {
                return {.status = SolveStatus::infeasible, .bound = kUnlimited};
            }
            if (is_whole(model, root.values)) {
                round_integers(model, root.values);
                return root;
            }
            mark_integers(model, loaded.solver);
            return search_tree(model, loaded, options, context);
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
