// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/matching/round_solver.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <cstdint>
#include <vector>

namespace kanon::freeform {

/// How long rounds are solved anew.
struct RoundsEffort {
    bool fixpoint = true;      ///< until none gains anything
    std::uint64_t splits = 0;  ///< times that the graph is then split into others
};

/// How the filling of rounds ended.
enum class Filling {
    done,
    no_way,  ///< rows cannot be dealt out without giving a record a person twice
    stopped
};

/// The rounds of all records of a table: filled one after the other, each best for those before it,
/// and then solved anew. Borrows all.
class Rounds {
public:
    Rounds(const RowSpace& space, Graph& graph, const RunContext& context);

    /// Unless it is `done` the graph is of no use.
    [[nodiscard]] Filling fill();

    /// Solve rounds anew, and split the graph into others, as long as may be.
    void improve(const RoundsEffort& effort);

    [[nodiscard]] std::uint64_t solved_anew() const { return solved_anew_; }

    [[nodiscard]] std::uint64_t splits() const { return splits_; }

private:
    void solve_anew();

    Graph& graph_;
    const RunContext& context_;
    std::vector<float> prices_;
    RoundSolver solver_;
    std::vector<std::uint32_t> records_;
    std::uint64_t solved_anew_ = 0;
    std::uint64_t splits_ = 0;
};

}  // namespace kanon::freeform
