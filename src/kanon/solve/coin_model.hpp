// SPDX-License-Identifier: Apache-2.0
// A model in COIN-OR Clp. Only the files that stand for COIN-OR behind the port include this.
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/mixed_rounding.hpp"
#include "kanon/solve/solver.hpp"

#include <CoinPackedVector.hpp>
#include <OsiClpSolverInterface.hpp>

#include <cstddef>
#include <vector>

namespace kanon {

/// A model in the solver, and its lazy rows, which come and go.
struct CoinModel {
    struct LazyRow {
        std::size_t row = 0;  ///< of the model
        CoinPackedVector entries;
        double lower = 0;
        double upper = 0;
        bool inside = false;  ///< the solver has it
    };

    static constexpr int kCut = -1;

    OsiClpSolverInterface solver;
    std::vector<LazyRow> lazy;
    std::vector<int> row_of;   ///< per row of the model: its row in the solver, or -1 if it is lazy
    int first_rows = 0;        ///< of the solver, which are the model's
    std::vector<int> added{};  ///< per row after these: its lazy row, or kCut
    std::vector<char> whole{};            ///< per column
    std::vector<VariableBound> bounds{};  ///< per column, of lazy rows
    bool tight = false;                   ///< tighten() has been here
};

void load(const Model& model, CoinModel& to);

/// Move the lazy rows that the solver's values break into the solver. False if none was broken.
bool add_broken(CoinModel& model);

/// Take out the added rows that are slack; lazy ones of them are lazy again.
void drop_slack(CoinModel& model);

/// Solve anew after a change, with the lazy rows that it breaks.
SolveStatus solve_again(CoinModel& model, const RunContext& context);

/// Linear programs of the solver and its copies end when the run should stop.
void poll(CoinModel& model, const RunContext& context);

/// The linear program of all rows, lazy ones by and by; poll() holds from here on.
SolveStatus solve_linear(CoinModel& model, const RunContext& context);

/// What the solver holds after solve_linear(); lazy rows that it did without are worth nothing.
Solution relaxation(const CoinModel& model, SolveStatus status);

}  // namespace kanon
