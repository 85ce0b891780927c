// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/graphs/pairs_and_triples.hpp"
#include "kanon/solve/solver.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {

/// Rows to divide into classes of two and three.
struct PartitionTask {
    std::span<const std::uint32_t> counts;  ///< rows per row type
    std::uint64_t most_suppressed = 0;      ///< rows that may be in no class
    bool whole = true;                      ///< all costs are whole units
};

/// What was found.
struct PairsAndTriplesPartition {
    std::vector<std::pair<PairOrTriple, std::uint32_t>>
        classes;              ///< and how often; none: not found
    double bound = 0;         ///< in units: no choice costs less
    bool proven = false;      ///< the classes are best, or there is no choice
    bool exists = true;       ///< false: proven that there is no choice
    std::size_t columns = 0;  ///< of the last program
    std::size_t rounds = 0;   ///< of the relaxation
};

/// Divide rows into classes of two and three at least cost, proven.
///
/// The program: a column for each class, how often it is used; a row for each type. Its linear
/// relaxation is solved with few columns; those that its prices show to be worth it are added until
/// there are none (Gilmore, Gomory 1961). A choice costs the relaxation's value and the reduced
/// costs of its classes, so the program of the classes whose reduced cost is within the gap holds
/// all better choices: it is solved for a small gap first, then for larger ones, until the gap is
/// what is left between the best choice and the relaxation.
///
/// Same choice every time, unless stopped early. Cost: O(t^3) for each round; exponential at worst.
[[nodiscard]] PairsAndTriplesPartition partition_in_pairs_and_triples(const PartitionTask& task,
                                                                      PairsAndTriples& classes,
                                                                      const MipSolver& solver,
                                                                      const RunContext& context);

}  // namespace kanon::cell_suppression
