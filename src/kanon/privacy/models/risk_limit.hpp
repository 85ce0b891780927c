// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace kanon {

/// Rows, or persons, that a class must have for the risk of each to be at most `limit`: the least
/// whole k with 1 / k <= limit, where figures that differ by a part in 10^9 are the same.
/// \pre 0 < limit <= 1
[[nodiscard]] std::uint64_t rows_of_risk(double limit);

/// Limits on the prosecutor's risk (El Emam: Guide to the De-Identification of Personal Health
/// Information, 2013): one who knows that a person is in the table finds his row with 1 / (rows of
/// its class), or 1 / (persons) where persons are counted.
///
/// `highest`: in each class it is at most this, which is k-anonymity with k = rows_of_risk().
/// `average`: over the released rows it is at most this: PrivacyModel::judges_average(); a class
/// by itself neither keeps nor breaks it. A requirement that has both is the former; bind() makes
/// two of it. Both in (0, 1]. \throws Error{bad_policy} otherwise, or if there is neither
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_risk_limit(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
