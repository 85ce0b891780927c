// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kanon {

/// The catalogue name of m-invariance.
inline constexpr std::string_view kInvariance = "m-invariance";

/// The column of a release that says which class a row is in: a number from 1 on.
inline constexpr std::string_view kClassColumn = "class";

/// The first requirement that asks for it; null: none does.
[[nodiscard]] const PrivacyRequirement* find_invariance(
    const std::vector<PrivacyRequirement>& privacy);

/// m-invariance (Xiao, Tao: m-invariance: towards privacy preserving re-publication of dynamic
/// datasets, SIGMOD 2007): each class of each release is m-unique, that is, it has m rows or more
/// and no sensitive value twice; and the values of a person's class are the same in every release
/// that has the person. Whoever has all releases and knows who is in which class then gives no
/// value of a person more than 1/m.
///
/// Of a class the model itself sees that it is m-unique; what is the same over releases is judged
/// by whoever has the ledger: audit/invariance. Parameters: m in [2, 2^31], a whole number;
/// counterfeits, the greatest share of released rows that may be of nobody, in [0, 1], 0.1 where it
/// is left out. \throws Error{bad_policy} otherwise.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_m_invariance(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
