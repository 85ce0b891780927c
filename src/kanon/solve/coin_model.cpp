// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/coin_model.hpp"

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>
#include <CoinWarmStartBasis.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

namespace kanon {
namespace {

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

double coin_bound(double bound) {
    return std::clamp(bound, -COIN_DBL_MAX, COIN_DBL_MAX);
}

void split_rows(const Model& model, CoinModel& out) {
    std::vector<std::size_t> lazy_of(model.rows.size());
    for (std::size_t i = 0; i < model.rows.size(); ++i) {
        const Model::Row& row = model.rows[i];
        out.row_of.push_back(row.lazy ? -1 : out.first_rows++);
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

/// Lazy rows that say x <= n u, u of 0 or 1.
void find_bounds(const Model& model, CoinModel& out) {
    for (const Model::Column& column : model.columns) {
        out.whole.push_back(column.integer ? 1 : 0);
    }
    out.bounds.resize(model.columns.size());
    for (const CoinModel::LazyRow& row : out.lazy) {
        if (row.entries.getNumElements() != 2 || row.upper != 0) {
            continue;
        }
        const std::span<const int> columns(row.entries.getIndices(), 2);
        const std::span<const double> values(row.entries.getElements(), 2);
        const std::size_t x = out.whole[static_cast<std::size_t>(columns[0])] != 0 ? 1 : 0;
        const auto column = static_cast<std::size_t>(columns[x]);
        const auto use = static_cast<std::size_t>(columns[1 - x]);
        const bool binary =
            out.whole[use] != 0 && model.columns[use].lower == 0 && model.columns[use].upper == 1;
        if (binary && out.whole[column] == 0 && values[x] > 0) {
            out.bounds[column] = {.column = columns[1 - x], .factor = -values[1 - x] / values[x]};
        }
    }
}

CoinPackedMatrix matrix_of(const Model& model, const CoinModel& loaded) {
    std::vector<int> rows;
    std::vector<int> columns;
    std::vector<double> values;
    for (const Model::Entry& entry : model.entries) {
        if (loaded.row_of[entry.row] >= 0) {
            rows.push_back(loaded.row_of[entry.row]);
            columns.push_back(static_cast<int>(entry.column));
            values.push_back(entry.value);
        }
    }
    CoinPackedMatrix matrix(
        true, rows.data(), columns.data(), values.data(), static_cast<CoinBigIndex>(values.size()));
    matrix.setDimensions(loaded.first_rows, static_cast<int>(model.columns.size()));
    return matrix;
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

/// Add the lazy rows that are broken until none is.
SolveStatus solve_lazily(CoinModel& model, const RunContext& context) {
    while (model.solver.isProvenOptimal() && !context.should_stop() && add_broken(model)) {
        model.solver.resolve();
    }
    if (context.should_stop()) {
        return SolveStatus::stopped;  // broken rows may be left
    }
    return linear_status(model.solver);
}

}  // namespace

void load(const Model& model, CoinModel& to) {
    split_rows(model, to);
    find_bounds(model, to);
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
    solver.loadProblem(matrix_of(model, to),
                       bounds[0].data(),
                       bounds[1].data(),
                       bounds[2].data(),
                       bounds[3].data(),
                       bounds[4].data());
}

bool add_broken(CoinModel& model) {
    constexpr double kBroken = 1e-5;
    const double* values = model.solver.getColSolution();
    std::vector<const CoinPackedVectorBase*> rows;
    std::vector<double> lower;
    std::vector<double> upper;
    for (std::size_t i = 0; i < model.lazy.size(); ++i) {
        CoinModel::LazyRow& row = model.lazy[i];
        if (row.inside) {
            continue;
        }
        const double sum = product(row.entries, values);
        if (sum < row.lower - kBroken || sum > row.upper + kBroken) {
            row.inside = true;
            model.added.push_back(static_cast<int>(i));
            rows.push_back(&row.entries);
            lower.push_back(row.lower);
            upper.push_back(row.upper);
        }
    }
    model.solver.addRows(static_cast<int>(rows.size()), rows.data(), lower.data(), upper.data());
    return !rows.empty();
}

void drop_slack(CoinModel& model) {
    const std::unique_ptr<CoinWarmStart> start(model.solver.getWarmStart());
    const auto* basis = dynamic_cast<const CoinWarmStartBasis*>(start.get());
    if (basis == nullptr) {
        return;
    }
    std::vector<int> slack;
    std::vector<int> kept;
    for (std::size_t i = 0; i < model.added.size(); ++i) {
        const int row = model.first_rows + static_cast<int>(i);
        const int lazy = model.added[i];
        if (basis->getArtifStatus(row) != CoinWarmStartBasis::basic) {
            kept.push_back(lazy);
            continue;
        }
        slack.push_back(row);
        if (lazy != CoinModel::kCut) {
            model.lazy[static_cast<std::size_t>(lazy)].inside = false;
        }
    }
    model.solver.deleteRows(static_cast<int>(slack.size()), slack.data());
    model.added = kept;
}

SolveStatus solve_again(CoinModel& model, const RunContext& context) {
    model.solver.resolve();
    return solve_lazily(model, context);
}

void poll(CoinModel& model, const RunContext& context) {
    const LinearStop stop(context);
    model.solver.getModelPtr()->passInEventHandler(&stop);
}

SolveStatus solve_linear(CoinModel& model, const RunContext& context) {
    poll(model, context);
    model.solver.setSolveOptions(without_crash());
    model.solver.initialSolve();
    return solve_lazily(model, context);
}

Solution relaxation(const CoinModel& model, SolveStatus status) {
    Solution out{.status = status};
    if (status != SolveStatus::optimal) {
        return out;
    }
    const OsiClpSolverInterface& solver = model.solver;
    out.value = out.bound = solver.getObjValue();
    out.values = copy(solver.getColSolution(), solver.getNumCols());
    out.reduced_costs = copy(solver.getReducedCost(), solver.getNumCols());
    out.duals.resize(model.row_of.size());
    for (std::size_t row = 0; row < model.row_of.size(); ++row) {
        const int place = model.row_of[row];
        out.duals[row] = place < 0 ? 0 : solver.getRowPrice()[place];
    }
    for (std::size_t i = 0; i < model.added.size(); ++i) {
        if (model.added[i] != CoinModel::kCut) {
            const std::size_t row = model.lazy[static_cast<std::size_t>(model.added[i])].row;
            out.duals[row] = solver.getRowPrice()[model.first_rows + static_cast<int>(i)];
        }
    }
    return out;
}

}  // namespace kanon
