// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>

namespace kanon {

/// k-anonymity: every class has at least k rows (Samarati, Sweeney 1998; Sweeney 2002).
///
/// With a tracked column, the policy's `person`, every class has at least k distinct persons, so
/// that one person's many rows do not hide that person. A row whose person is missing adds nobody:
/// nothing tells it from a row of somebody who is counted already. Spellings of one number are one
/// person.
/// parameter: k, a whole number in [2, 2^31]. \throws Error{bad_policy} otherwise.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_k_anonymity(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
