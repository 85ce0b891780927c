// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluated_table.hpp"
#include "kanon/release/classes/released_classes.hpp"

#include <optional>
#include <vector>

namespace kanon {

/// Measures that tools of the field name, beside those of quality/measures.hpp; docs/measures.md
/// has the formulas. Over the quasi-identifiers that the release has, all rows of the original,
/// rows left out as starred throughout. None where a measure is not defined for the release.
struct FieldMeasures {
    /// Mean over the cells of 1 - level / height (Sweeney 2002); none where cells are no labels.
    std::optional<double> precision;
    std::optional<double> granularity;  ///< 1 - LM (Iyengar 2002)
    /// Bits that are lost of knowing each value (de Waal, Willenborg 1999; Gionis, Tassa 2009);
    /// none without traced rows.
    std::optional<double> non_uniform_entropy;
    std::optional<double> non_uniform_entropy_share;  ///< of what stars throughout would lose, 0..1
    /// Mean over rows of the combinations of values that a row may stand for (Nergiz, Clifton
    /// 2007).
    std::optional<double> ambiguity;
    /// Of the original's distribution and that of the release, spread evenly, in nats (Kifer,
    /// Gehrke 2006); none where it would cost more than kMostDivergenceLooks.
    std::optional<double> kl_divergence;
    /// Mean over numbers and dates of SSE / SST, a cell taken for its expected number; none without
    /// traced rows or numbers.
    std::optional<double> squared_error;
    std::optional<double> loss_arithmetic;  ///< mean over attributes, with the gs-factor
    std::optional<double> loss_geometric;   ///< the geometric mean of 1 + loss, less 1
};

/// Looks at a row and a class that the divergence may cost.
inline constexpr double kMostDivergenceLooks = 2e9;

/// `gs_factor` in [0, 1] weighs generalization against suppression: at 0.5 both count whole, below
/// suppressed rows count 2 gs, above generalized ones 2 (1 - gs).
/// Cost O(n m + codes covered), the divergence O(types * classes). Same result for any thread
/// count.
[[nodiscard]] FieldMeasures field_measures(const EvaluatedTable& table,
                                           const ReleasedClasses& classes,
                                           double gs_factor,
                                           unsigned threads);

}  // namespace kanon
