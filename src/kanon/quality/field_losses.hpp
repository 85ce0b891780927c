// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/objective.hpp"
#include "kanon/release/classes/released_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// What generalized cells and those of suppressed rows count in a loss with a gs-factor, as the
/// field's tools have it: at 0.5 both whole, below it suppression less, above it generalization.
struct GsWeights {
    double generalized = 1;  ///< min(1, 2 (1 - gs))
    double suppressed = 1;   ///< min(1, 2 gs)
};

/// \pre 0 <= gs_factor <= 1
[[nodiscard]] GsWeights gs_weights(double gs_factor);

/// The weighted mean of the attributes' losses, one weight each; 0 where all weights are.
[[nodiscard]] double mean_loss(std::span<const double> losses, std::span<const double> weights);

/// The weighted geometric mean of 1 + loss, less 1.
[[nodiscard]] double geometric_loss(std::span<const double> losses,
                                    std::span<const double> weights);

/// LM of an attribute's cells, summed over rows.
struct LmSums {
    double released = 0;
    double suppressed = 0;  ///< of suppressed rows, those left out among them
};

/// Of the attribute in that place; not a number where it is released by aggregates.
/// Cost O(classes + codes).
[[nodiscard]] LmSums lm_sums(const ReleasedClasses& classes,
                             std::size_t place,
                             std::uint64_t left_out);

/// Rows of the original that have each code of a column.
[[nodiscard]] std::vector<std::uint64_t> rows_of_codes(const ReleasedClasses& classes,
                                                       const Column& column);

/// What is measured, and by what.
struct FieldLossOptions {
    Objective objective = Objective::entropy;
    std::span<const double> weights;  ///< one per attribute
    double gs_factor = 0.5;
    std::uint64_t left_out = 0;  ///< rows of the original that the release has no more
    unsigned threads = 1;
};

/// The loss that is this objective, computed from original and release alone; nothing for
/// objectives that are no field of FieldLosses, or that are not defined for the release:
/// aggregates, and for kl_divergence classes that may stand for one row and are two. Columns that
/// were coded are taken as they are afterwards.
///
/// non-uniform entropy (de Waal, Willenborg 1999; Gionis, Tassa, TKDE 21(2), 2009) with the bits of
/// each attribute times its weight; Loss (Iyengar, KDD 2002); ambiguity (Nergiz, Clifton, DKE
/// 63(3), 2007); divergence (Kifer, Gehrke, SIGMOD 2006).
/// Cost O(n m + codes covered). Same result for any thread count. \pre the classes are whole
[[nodiscard]] FieldLosses field_losses(const ReleasedClasses& classes,
                                       const FieldLossOptions& options);

}  // namespace kanon
