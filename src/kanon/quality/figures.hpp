// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// Figures of a release.
namespace kanon {

/// The losses that are objectives under the names that the field's tools give them;
/// docs/measures.md has the formulas. Not a number where nobody asked.
struct FieldLosses {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    double entropy = kNone;
    double loss = kNone;
    double loss_geometric = kNone;
    double ambiguity = kNone;
    double kl_divergence = kNone;
};

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

/// A column of a release that classes tell: whoever finds a row's class knows its value there.
struct DisclosedRows {
    std::string column;
    std::uint64_t rows = 0;  ///< in classes that have one value of it, and that in every row
};

}  // namespace kanon
