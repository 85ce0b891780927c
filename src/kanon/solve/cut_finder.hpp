// SPDX-License-Identifier: Apache-2.0
// Finds cuts at the root. Only the files that stand for COIN-OR behind the port include this.
#pragma once

#include "kanon/solve/coin_model.hpp"
#include "kanon/solve/mixed_rounding.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kanon {

/// What is farther from 0 and from 1 than this is not whole.
inline constexpr double kFractional = 1e-6;

/// A cut that may be taken.
struct CutCandidate {
    CutRow row;
    double norm = 0;
    double efficacy = 0;  ///< how far it is from the point
};

[[nodiscard]] CutCandidate candidate_of(CutRow row, std::span<const double> values);

/// Cuts of MixedRounding that the solver's values break: of sums of the model's own rows along
/// paths, and of the rows of the simplex tableau whose columns should be whole. Deterministic.
///
/// Cgl's do not stand in for them. Measured on CMC with two stars a row at most, CPU seconds to the
/// proof: k = 3: 2.8, with CglMixedIntegerRounding2 (no aggregation) for the paths 7.1; k = 5: 5.6,
/// so none in 11; sums of six rows throw at times. With CglGomory for the tableau k = 2 takes half,
/// but k = 4, done in 1.1 here, was not done in 17. Cgl sees no variable bound that is a lazy row.
[[nodiscard]] std::vector<CutCandidate> find_cuts(CoinModel& model);

/// The best of cuts of at most `longest` columns that are not alike.
[[nodiscard]] std::vector<CutCandidate> choose_cuts(std::vector<CutCandidate> from,
                                                    std::size_t columns,
                                                    std::size_t longest);

}  // namespace kanon
