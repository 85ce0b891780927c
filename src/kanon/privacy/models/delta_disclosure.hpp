// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace kanon {

/// The kinds of delta-disclosure privacy, the default first.
inline constexpr std::string_view kDisclosureKinds = "all,present";

/// delta-disclosure privacy of a sensitive attribute: |ln(share in the class / share in the table)|
/// is below delta, strictly, for every value (Brickell, Shmatikov: The Cost of Privacy, KDD 2008,
/// definition 2). Shares of the table count suppressed rows. The logarithm is the natural one.
///
/// Kinds: `all` (default), as published: for every value of the table, so that a class that lacks
/// one, whose logarithm is infinite, fails; `present`, for the values of the class alone, as ARX
/// judges (by the logarithm to base 2: its delta is this one divided by ln 2).
/// The missing value is a category as any other. achieved(): the greatest of those figures.
/// parameter: delta in (0, 2^31]. \throws Error{bad_policy} otherwise, or without a tracked column.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_delta_disclosure(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
