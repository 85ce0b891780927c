// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace kanon {

/// The kinds of beta-likeness, the default first.
inline constexpr std::string_view kLikenessKinds = "basic,enhanced";

/// beta-likeness of a sensitive attribute: the share q of every value in a class is at most p (1 +
/// beta) for its share p in the table, suppressed rows included (Cao, Karras: Publishing Microdata
/// with a Robust Privacy Guarantee, VLDB 2012, definitions 2 and 3). Values that a class has less
/// of do not count.
///
/// Kinds: `basic` (default), (q - p) / p <= beta; `enhanced`, (q - p) / p <= min(beta, -ln p), so
/// that frequent values cannot become certain. achieved(): the greatest gain (q - p) / p; of
/// `enhanced` each gain is divided by its own limit first and multiplied by beta, so that it is at
/// most beta just where the class holds. The missing value is a category as any other.
/// parameter: beta in (0, 2^31]. \throws Error{bad_policy} otherwise, or without a tracked column.
[[nodiscard]] std::shared_ptr<const PrivacyModel> make_beta_likeness(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked);

}  // namespace kanon
