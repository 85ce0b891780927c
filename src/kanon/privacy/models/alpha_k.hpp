// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>

namespace kanon {

/// (alpha, k)-anonymity: in every class, of k rows or more, no value of the sensitive attribute has
/// a share above alpha (Wong, Li, Fu, Wang: (alpha, k)-Anonymity, KDD 2006): the simple model where
/// the requirement names one `value`, else the general one, of all values.
///
/// The missing value is a category as any other. achieved(): the greatest share; 1 in a class of
/// fewer than k rows. Shares within 1e-9 of alpha count as reached.
/// parameters: alpha in (0, 1]; k, whole, in [1, 2^31], 1 by default: left to k-anonymity.
/// \throws Error{bad_policy} otherwise, without a tracked column, and for a value that the column
/// does not have.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_alpha_k(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
