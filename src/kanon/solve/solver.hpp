// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/model.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// How a solver ended; an outcome, not an error.
enum class SolveStatus {
    optimal,     ///< the values are proven best
    feasible,    ///< stopped early with values
    infeasible,  ///< proven: nothing is within all bounds (and below the cut-off)
    unbounded,   ///< proven: the cost has no least value
    stopped,     ///< stopped early without values
    failed       ///< the solver gave up: numbers it could not master, memory
};

[[nodiscard]] std::string_view to_string(SolveStatus status);

struct Solution {
    SolveStatus status = SolveStatus::failed;
    double value = 0;            ///< cost of `values`; meaningful if there are any
    double bound = -kUnlimited;  ///< no values within the bounds cost less
    std::vector<double> values;  ///< one per column, or none
    std::vector<double> duals;   ///< of a relaxation: one per row, or none
    /// Of a relaxation, or where a search began: one per column, or none. A column at its bound
    /// takes another value in no solution, below the cut-off, that costs less than `root` and its
    /// reduced cost together.
    std::vector<double> reduced_costs;
    double root = -kUnlimited;  ///< what the relaxation cost where a search began
};

struct SolveOptions {
    /// Values to start from, one per column, or none; passed over if they are not within all
    /// bounds.
    std::span<const double> start{};
    /// Only solutions that cost less than this are looked for.
    double cutoff = kUnlimited;
    /// Known otherwise: no solution costs less, so that one of this cost ends the search.
    double floor = -kUnlimited;
    /// The cost of every whole solution is a multiple of this; 0: not known.
    double cost_step = 0;
    /// Look for good solutions by rounding and in small neighbourhoods, too: worth its time where
    /// none is known yet, or the search will not end. Otherwise small models get one dive at the
    /// root.
    bool heuristics = true;
    /// Look only near the relaxation, among solutions whose whole columns are 0 where they are 0
    /// there, and in few nodes: good values, or none, and the relaxation's bound.
    bool near = false;
    /// Columns that are to stay at their lower bounds.
    std::span<const std::uint32_t> fixed{};
};

/// A model in a solver, which keeps its relaxation: what is solved next begins there.
class OpenModel {
public:
    virtual ~OpenModel() = default;

    /// Solve the model with all columns taken for continuous; to be called first.
    [[nodiscard]] virtual Solution relax(const RunContext& context) = 0;

    /// After relax(): tighten the relaxation for solutions below the cut-off, and keep that, so
    /// that later cut-offs must not be greater. Without a tree: if the relaxation is not whole in
    /// the end, it is `stopped`, with its bound and reduced costs.
    [[nodiscard]] virtual Solution tighten(const SolveOptions& options,
                                           const RunContext& context) = 0;

    /// After relax(): solve the model, from the relaxation that is kept; that stays as it is.
    /// Values to start from are passed over.
    [[nodiscard]] virtual Solution solve(const SolveOptions& options,
                                         const RunContext& context) const = 0;
};

/// A solver of linear and mixed-integer models. Stateless: one object may solve on several threads
/// at once. Same model and options, same solution, unless it is stopped early: by the deadline, by
/// cancellation, or after `node_limit` nodes of the search tree. Prints nothing.
class MipSolver {
public:
    virtual ~MipSolver() = default;

    /// Take the model into the solver. Borrows it. What it does is done on one thread at a time.
    [[nodiscard]] virtual std::unique_ptr<OpenModel> open(const Model& model) const = 0;

    /// Solve the model with all columns taken for continuous.
    [[nodiscard]] Solution relax(const Model& model, const RunContext& context) const;

    [[nodiscard]] virtual Solution solve(const Model& model,
                                         const SolveOptions& options,
                                         const RunContext& context) const = 0;
};

/// A solver that was built in.
struct MipBackend {
    std::string_view name;
    std::string_view summary;
    const MipSolver& (*solver)();
};

/// The solvers that were built in, the preferred one first; none if the build found none.
[[nodiscard]] std::span<const MipBackend> mip_backends();

/// The preferred solver, or null: then mip_missing() says what to do.
[[nodiscard]] const MipSolver* find_mip_solver();

/// One line for users: no solver was built in, and how to get one.
[[nodiscard]] std::string mip_missing();

}  // namespace kanon
