// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>

namespace kanon {

/// (k, e)-anonymity of a numeric sensitive attribute: every class has at least k distinct values,
/// and from the least to the greatest of them it is e or more (Zhang, Koudas, Srivastava, Yu:
/// Aggregate Query Answering on Anonymized Tables, ICDE 2007). Of dates e is in days.
///
/// The missing value is none. An end by top or bottom coding counts as its bound, so the range is
/// never overstated. achieved(): the range; 0 in a class of fewer than k values. Ranges within 1e-9
/// of e count as reached.
/// parameters: e in (0, 10^15]; k, whole, in [2, 2^31], 2 by default. \throws Error{bad_policy}
/// otherwise, without a tracked column, and for text.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_k_e(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
