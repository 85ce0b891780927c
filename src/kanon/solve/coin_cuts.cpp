// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/coin_cuts.hpp"

#include "kanon/solve/cut_finder.hpp"

#include <CglProbing.hpp>
#include <CglTreeInfo.hpp>
#include <CoinPackedVector.hpp>
#include <OsiCuts.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Columns of a cut: at first, and once the short ones help no more.
constexpr std::size_t kShort = 40;
constexpr std::size_t kLongest = 80;

class Tightening {
public:
    Tightening(CoinModel& model, const SolveOptions& options, const RunContext& context)
        : model_(model), solver_(model.solver), options_(options), context_(context) {}

    SolveStatus run() {
        constexpr int kMostPasses = 60;
        const int most_stalls = model_.tight ? 1 : 3;
        int stalls = 0;
        if (model_.tight && fix_columns()) {
            const SolveStatus status = solve_again(model_, context_);
            if (status != SolveStatus::optimal) {
                return status;
            }
        }
        longest_ = model_.tight ? kLongest : kShort;
        model_.tight = true;
        for (int pass = 0; pass < kMostPasses; ++pass) {
            const double before = solver_.getObjValue();
            const bool cuts = add_cuts(pass);
            const SolveStatus status = solve_again(model_, context_);
            if (status != SolveStatus::optimal) {
                return status;
            }
            drop_slack(model_);
            solver_.resolve();
            const bool fixed = fix_columns();
            if (!solver_.isProvenOptimal()) {
                break;
            }
            stalls = solver_.getObjValue() > before + least_gain() ? 0 : stalls + 1;
            if (stalls == most_stalls || (!cuts && !fixed)) {
                if (longest_ == kLongest) {
                    break;
                }
                longest_ = kLongest;
                stalls = 0;
            }
        }
        return solve_again(model_, context_);
    }

private:
    [[nodiscard]] double least_gain() const {
        constexpr double kOfStep = 0.02;
        constexpr double kOfValue = 2e-6;
        return std::max(kOfStep * options_.cost_step, kOfValue * std::abs(solver_.getObjValue()));
    }

    /// False if there are none.
    bool add_cuts(int pass) {
        std::vector<CutCandidate> found = find_cuts(model_);
        const bool bounds = probe(pass, found);
        const std::vector<CutCandidate> taken =
            choose_cuts(std::move(found), static_cast<std::size_t>(solver_.getNumCols()), longest_);
        std::vector<CoinPackedVector> rows(taken.size());
        std::vector<const CoinPackedVectorBase*> pointers;
        std::vector<double> upper;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const CutRow& row = taken[i].row;
            rows[i].setVector(
                static_cast<int>(row.columns.size()), row.columns.data(), row.values.data());
            pointers.push_back(&rows[i]);
            upper.push_back(row.upper);
            model_.added.push_back(CoinModel::kCut);
        }
        const std::vector<double> lower(taken.size(), -COIN_DBL_MAX);
        solver_.addRows(
            static_cast<int>(taken.size()), pointers.data(), lower.data(), upper.data());
        return !taken.empty() || bounds;
    }

    /// Cgl's probing: rows for `found`, and bounds, which are set. True if it set any.
    bool probe(int pass, std::vector<CutCandidate>& found) {
        CglProbing probing;
        probing.setUsingObjective(1);
        probing.setMaxPass(1);
        probing.setMaxPassRoot(1);
        probing.setMaxProbe(10);
        probing.setMaxLook(10);
        probing.setMaxProbeRoot(50);
        probing.setMaxLookRoot(50);
        probing.setRowCuts(3);
        CglTreeInfo info;
        info.pass = pass;
        info.formulation_rows = model_.first_rows;
        OsiCuts cuts;
        probing.generateCuts(solver_, cuts, info);
        for (int i = 0; i < cuts.sizeRowCuts(); ++i) {
            keep(cuts.rowCut(i), found);
        }
        for (int i = 0; i < cuts.sizeColCuts(); ++i) {
            set_bounds(cuts.colCut(i));
        }
        return cuts.sizeColCuts() > 0;
    }

    /// As one or two rows with an upper bound.
    void keep(const OsiRowCut& cut, std::vector<CutCandidate>& found) const {
        if (cut.ub() < COIN_DBL_MAX) {
            keep(cut.row(), cut.ub(), 1, found);
        }
        if (cut.lb() > -COIN_DBL_MAX) {
            keep(cut.row(), cut.lb(), -1, found);
        }
    }

    void keep(const CoinPackedVector& row,
              double bound,
              double sign,
              std::vector<CutCandidate>& found) const {
        const auto size = static_cast<std::size_t>(row.getNumElements());
        CutRow out{.columns = {row.getIndices(), row.getIndices() + size},
                   .values = {row.getElements(), row.getElements() + size},
                   .upper = sign * bound};
        for (double& value : out.values) {
            value *= sign;
        }
        const auto columns = static_cast<std::size_t>(solver_.getNumCols());
        found.push_back(candidate_of(std::move(out), {solver_.getColSolution(), columns}));
    }

    void set_bounds(const OsiColCut& cut) {
        const CoinPackedVector& lower = cut.lbs();
        for (int i = 0; i < lower.getNumElements(); ++i) {
            const int column = lower.getIndices()[i];
            solver_.setColLower(column,
                                std::max(solver_.getColLower()[column], lower.getElements()[i]));
        }
        const CoinPackedVector& upper = cut.ubs();
        for (int i = 0; i < upper.getNumElements(); ++i) {
            const int column = upper.getIndices()[i];
            solver_.setColUpper(column,
                                std::min(solver_.getColUpper()[column], upper.getElements()[i]));
        }
    }

    /// Whole columns at a bound whose other values cost the cut-off at least. True if there are
    /// any.
    bool fix_columns() {
        if (options_.cutoff >= kUnlimited || !solver_.isProvenOptimal()) {
            return false;
        }
        const double spare = options_.cutoff - solver_.getObjValue();
        const double margin = 1e-6 * std::max(1.0, std::abs(options_.cutoff) * 1e-3);
        const std::vector<double> reduced(solver_.getReducedCost(),
                                          solver_.getReducedCost() + solver_.getNumCols());
        const std::vector<double> values(solver_.getColSolution(),
                                         solver_.getColSolution() + solver_.getNumCols());
        bool out = false;
        for (std::size_t j = 0; j < values.size(); ++j) {
            const int column = static_cast<int>(j);
            const bool open = model_.whole[j] != 0 &&
                              solver_.getColUpper()[column] - solver_.getColLower()[column] > 0.5;
            if (open && values[j] < solver_.getColLower()[column] + kFractional &&
                reduced[j] > spare + margin) {
                solver_.setColUpper(column, solver_.getColLower()[column]);
                out = true;
            } else if (open && values[j] > solver_.getColUpper()[column] - kFractional &&
                       -reduced[j] > spare + margin) {
                solver_.setColLower(column, solver_.getColUpper()[column]);
                out = true;
            }
        }
        return out;
    }

    CoinModel& model_;
    OsiClpSolverInterface& solver_;
    const SolveOptions& options_;
    const RunContext& context_;
    std::size_t longest_ = kShort;  ///< of the cuts that are taken
};

}  // namespace

SolveStatus tighten(CoinModel& model, const SolveOptions& options, const RunContext& context) {
    return Tightening(model, options, context).run();
}

}  // namespace kanon
