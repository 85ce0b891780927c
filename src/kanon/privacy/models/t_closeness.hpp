// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace kanon {

/// The kinds of t-closeness, the default first.
inline constexpr std::string_view kClosenessKinds = "equal,ordered,hierarchical";

/// t-closeness of a sensitive attribute: the values of each class are spread as those of the whole
/// table, suppressed rows included, but for an earth mover's distance of at most t (Li, Li,
/// Venkatasubramanian: t-Closeness, ICDE 2007).
///
/// Kinds say how far two values are apart (value_distances.hpp): `equal` (default), all alike;
/// `ordered`, by ranks, for numbers and dates; `hierarchical`, by the hierarchy that the policy
/// gives for the attribute. The missing value is a category at distance 1 of all others. Spellings
/// of one number or date are one value. achieved(): the distance; smaller is better.
/// parameter: t in [0, 1]. \throws Error{bad_policy} otherwise, without a tracked column, for
/// `ordered` texts, and for `hierarchical` without a hierarchy.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_t_closeness(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
