// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/model.hpp"

#include <optional>

/// What models of the share of a value in a class have in common.
namespace kanon::privacy {

/// The share of the most frequent value of a class, or that of `only`. \pre the class has rows
[[nodiscard]] double greatest_share(const ClassValues& values,
                                    const ClassView& view,
                                    const std::optional<Code>& only);

/// The code of the value that the requirement names; none: it names none, or this is a trial.
/// \throws Error{bad_policy} if the column has no such value
[[nodiscard]] std::optional<Code> protected_value(const PrivacyRequirement& requirement,
                                                  const ModelContext& context);

}  // namespace kanon::privacy
