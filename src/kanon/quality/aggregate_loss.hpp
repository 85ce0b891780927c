// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"

#include <vector>

namespace kanon {

/// True if each released row comes from a known row of the original.
[[nodiscard]] bool traceable(const ReleasedClasses& classes, const Release& release);

/// What aggregates lose.
struct AggregateLoss {
    double loss = 0;  ///< weighted mean over the attributes released by aggregates
    /// SSE / SST of each attribute of the classes; not a number for one that is released otherwise.
    std::vector<double> attributes;
};

/// SSE / SST of a release by aggregates, in [0, 1] but for aggregates that are worse than that of
/// the whole table: the weighted mean over the attributes so released, see SquaredError; an
/// attribute of one value counts 0. A starred cell, and that of a row that was left out, is as far
/// from its value as the table's aggregate. Not a number where no attribute is released so, where
/// their weights are 0, and where rows cannot be traced to the original.
///
/// `weights`: one per attribute of the classes, or empty: all weigh 1. Cost O(n m). Same result for
/// any thread count.
[[nodiscard]] AggregateLoss aggregate_loss(const ReleasedClasses& classes,
                                           const Release& release,
                                           const std::vector<double>& weights,
                                           unsigned threads);

}  // namespace kanon
