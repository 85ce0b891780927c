// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace kanon {

/// The kinds of p-sensitivity, the default first.
inline constexpr std::string_view kSensitivityKinds = "plain,extended";

/// p-sensitive k-anonymity, but for k: every class has at least p distinct values of the sensitive
/// attribute (Truta, Vinay: Privacy Protection: p-Sensitive k-Anonymity Property, ICDE Workshops
/// 2006), which is distinct l-diversity.
///
/// Kinds: `plain` (default), of the values; `extended`, of their labels at a `level` of the
/// hierarchy that the policy gives for the attribute, and so on every level below, so that the
/// values of a class do not belong to one group (Campan, Truta: Extended P-Sensitive K-Anonymity,
/// 2006). They name single protected groups; here all labels of one level are protected.
/// The missing value is none.
/// parameters: p, a whole number in [2, 2^31]; `level` of `extended`, at least 1 and below the
/// hierarchy's height, 1 by default. \throws Error{bad_policy} otherwise, without a tracked column,
/// and for `extended` without a hierarchy.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_p_sensitive(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
