// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/solve/solver.hpp"

#include <string>
#include <string_view>

namespace kanon {

/// The method whose search close_gap() makes: what it would begin again after that method, and who
/// found a release that takes another's place.
inline constexpr std::string_view kProvingMethod = "pattern-ilp";

/// An outcome after its gap was worked on.
struct ClosedGap {
    Outcome outcome;
    bool replaced = false;  ///< by a release that the search of kProvingMethod found
    std::string note;       ///< to users, after `--prove`: what was tried and why in vain; or ""
};

/// Close the gap of a release by values and stars: raise its bound by the linear relaxation and the
/// integer program of find_least_cost_release(), which starts from the release's own classes. A
/// better release is taken, a worse one never. Figures of the search are added as `proof_...`.
///
/// Where a model looks at more than rows, its classes are among those that the program allows: the
/// bound holds, and the release stays. Without a solver, or where it fails, all stays as it is.
/// \pre the outcome is of a method of cell suppression, for this task
[[nodiscard]] ClosedGap close_gap(const Task& task,
                                  Outcome outcome,
                                  const MipSolver* solver,
                                  const RunContext& context);

}  // namespace kanon
