// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/objective.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/released_classes.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace kanon {

/// Every information-loss measure of a release, computed from original and release alone. What
/// speaks of classes is 0 or not a number where rows are judged by candidates, not in classes.
struct Measures {
    std::uint64_t rows = 0;             ///< of the original
    std::uint64_t released_rows = 0;    ///< not suppressed
    std::uint64_t suppressed_rows = 0;  ///< rows whose QI cells are all `*`, and rows left out
    std::uint64_t classes = 0;
    std::uint64_t min_class = 0;  ///< 0 if there is no class
    double avg_class = 0;
    std::uint64_t max_class = 0;
    double squared_sizes = 0;
    std::uint64_t stars = 0;    ///< suppressed QI cells; a suppressed row counts m
    double weighted_stars = 0;  ///< each with the weight of its attribute
    double gcp = 0;             ///< weighted mean of NCP, 0..1; NaN where aggregates are released
    double lm = 0;              ///< the same of Iyengar's LM, see cell_loss()
    double sse = std::numeric_limits<double>::quiet_NaN();  ///< see aggregate_loss()
    double dm = 0;
    double c_avg = 0;
    std::optional<std::uint64_t> minority_rows;            ///< see LossFacts
    double cm = std::numeric_limits<double>::quiet_NaN();  ///< NaN without a class attribute
    double usefulness = 0;  ///< Bredereck et al. 2013, Def. 3-5; m without a class, NaN if rows
                            ///< cannot be traced to the original
    std::vector<double> attribute_ncp;           ///< per attribute: mean NCP over all n rows
    std::vector<std::uint64_t> attribute_stars;  ///< per attribute: its part of `stars`
    std::vector<double> attribute_sse;           ///< per attribute: see AggregateLoss::attributes
    std::vector<std::uint64_t> class_sizes_histogram;  ///< [i]: classes of size in [2^i, 2^(i+1))
    FieldLosses field;  ///< that of MeasuredBy::objective, if it is one of these
};

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
