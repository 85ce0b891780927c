// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace kanon {

/// The kinds of l-diversity, the default first.
inline constexpr std::string_view kDiversityKinds =
    "distinct,entropy,recursive,entropy-grassberger";

/// l-diversity of a sensitive attribute (Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam:
/// l-Diversity, ICDE 2006). The missing value is none: rows without a value are left out of the
/// count, and a class without any value fails. Spellings of one number or date are one value.
///
/// - `distinct` (default): every class has at least l distinct values, l whole.
/// - `entropy`: the entropy of every class's values is at least log l (their Definition 4.1), l may
///   have decimals. achieved(): exp(entropy), the number of equally frequent values of that
///   entropy. Entropies within 1e-9 of log l count as reached, so that l equally frequent values
///   are l-diverse whatever the rounding. Entropy is concave: the union of two diverse classes is
///   diverse, but a superset of one need not be.
/// - `recursive`: of a class's counts r1 >= r2 >= ... >= rm, r1 < c (r_l + ... + r_m), strictly
///   (their Definition 4.2). achieved(): r1 / (r_l + ... + r_m), which must be below c; infinite
///   where the class has fewer than l values.
/// - `entropy-grassberger`: as `entropy`, by an estimate of the entropy that corrects for values
///   that small classes do not show (grassberger_entropy()), as ARX offers it; at least l values
///   there must be.
/// parameters: l, in [2, 2^31], by entropies in (1, 2^31]; c, in (0, 2^31], of `recursive`.
/// \throws Error{bad_policy} otherwise, or without a tracked column.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_l_diversity(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
