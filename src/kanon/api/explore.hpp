// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/report/exploration.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace kanon {

/// The solution space of a table under a policy. Movable, not copyable; nothing in it points to it.
struct Exploration {
    std::unique_ptr<Problem> problem;
    Outcome outcome;  ///< of the method that chose
    SolutionSpace space;
    ExplorationFacts facts;
};

/// What write_space_json(), space_svg() and space_text() take: a look at the exploration, good
/// until that is moved, changed or gone.
[[nodiscard]] ExplorationRecord record_of(const Exploration& exploration);

/// Look at the lattice of full-domain recodings: all of it if it has at most `most_nodes` nodes,
/// else so many around the node that was chosen. The policy's method chooses where it is a
/// full-domain one, else `optimal`; what it chooses is in the space, and nothing is released.
///
/// Where the lattice is larger the search that chooses checks `most_nodes` nodes at most as well,
/// and takes half of the time there is before the deadline.
/// \throws Error: bad_policy, bad_hierarchy, bad_input, infeasible (fewer than k rows), cancelled.
[[nodiscard]] std::unique_ptr<Exploration> explore(Table table,
                                                   const Policy& policy,
                                                   std::uint64_t most_nodes,
                                                   const RunContext& context);

/// As explore(), from a file, and write what was found. All targets are checked first and moved
/// into place last; on any error none is touched.
[[nodiscard]] std::unique_ptr<Exploration> run_job(const ExploreJob& job);

}  // namespace kanon
