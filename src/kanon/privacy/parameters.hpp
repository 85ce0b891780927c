// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// What every model asks of its requirement before it is built.
namespace kanon::privacy {

/// The largest k or l that is taken for meant: 2^31.
inline constexpr double kGreatestParameter = 2147483648.0;

/// The parameter as a whole number in [2, 2^31]; `symbol` names it in messages.
/// \throws Error{bad_policy}
[[nodiscard]] std::uint64_t whole_parameter(const PrivacyRequirement& requirement,
                                            std::string_view symbol);

/// The parameter as a number in (1, 2^31]. \throws Error{bad_policy}
[[nodiscard]] double decimal_parameter(const PrivacyRequirement& requirement,
                                       std::string_view symbol);

/// The kind asked for, or the first of `kinds` (comma-separated, as in ModelInfo) if none is.
/// \throws Error{bad_policy} with the nearest known kind.
std::string check_kind(const PrivacyRequirement& requirement, std::string_view kinds);

}  // namespace kanon::privacy
