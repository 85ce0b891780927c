// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secret_random.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <cstdint>

namespace kanon {

/// How closely to look at what insiders learn.
struct InsiderEffort {
    std::uint32_t insiders = 60;  ///< records looked at, evenly spread; all if there are fewer
    std::uint32_t draws_per_row = 400;  ///< so many draws for each row that a record has
};

/// What one who knows the graph, the way in which it is drawn from, and which row stands behind one
/// record, his own, learns of the rows behind the others. Means over insiders.
struct InsiderFigures {
    std::uint32_t insiders = 0;
    double sure = 0;        ///< other records of which he knows the row with more than 90 %
    double best_guess = 0;  ///< how probable his best guess is of a record that shares a row with
                            ///< his own; 0 where none does
};

/// Estimate it by drawing again and again, and looking at the draws in which the insider's record
/// has the row that it had in the first. \pre effort.insiders and draws_per_row >= 1
/// With n records of k rows, d draws and i insiders: cost O(d n k log n + i n d / k), memory 2 n d
/// bytes. Depends on `random` alone.
[[nodiscard]] InsiderFigures what_insiders_learn(const AssignmentRecoding& recoding,
                                                 const InsiderEffort& effort,
                                                 SecretRandom& random);

}  // namespace kanon
