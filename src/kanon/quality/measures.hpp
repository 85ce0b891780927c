// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/figures.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace kanon {

/// What there is to know of a release besides its rows.
struct MeasuredBy {
    std::vector<double> weights;              ///< one per attribute; empty: all weigh 1
    std::uint64_t k = 1;                      ///< of k-anonymity
    std::optional<std::size_t> label_column;  ///< of the class labels, in the release's table
    Objective objective = Objective::gcp;     ///< measured even if that costs more than the rest
    double gs_factor = 0.5;                   ///< see gs_weights()
    bool traced = true;  ///< each released row is known to be of its original row
};

/// Measure a release by its spellings alone. A cell that cannot be read counts as starred. Rows
/// that the original has more than the release count as suppressed.
///
/// CM (Iyengar, KDD 2002, section 4) is the share of rows that are suppressed or whose label is not
/// the most frequent one of their class; in the column of labels
/// a released row has its original label. A missing label is a label of its own.
///
/// Usefulness looks at the original values in each released class: the extent of its numbers (of
/// those not missing) over that of the column, or its distinct values (missing included) over
/// those of the column; summed over attributes, averaged over classes.
/// Cost O(n m), about 12 bytes per row. Same result for any thread count.
/// \pre the classes are those of the release, and whole.
[[nodiscard]] Measures measure(const ReleasedClasses& classes,
                               const Release& release,
                               const MeasuredBy& by,
                               unsigned threads);

/// The figures of a release of so many attributes from which its objectives are computed, but for
/// those of levels.
[[nodiscard]] LossFacts loss_facts(const Measures& measures,
                                   std::uint64_t k,
                                   std::size_t attributes);

}  // namespace kanon
