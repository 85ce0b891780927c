// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <cstdint>
#include <string>

namespace kanon {

/// The word given for an option of type `a|b|c`, or its fallback.
/// \throws Error{bad_policy} if it is not one of the words.
[[nodiscard]] std::string word_option(const OptionMap& options, const OptionSpec& spec);

/// The number given for an option of type `integer`, or its fallback.
/// \throws Error{bad_policy} if it is not a decimal number from `least` on that fits.
[[nodiscard]] std::uint64_t integer_option(const OptionMap& options,
                                           const OptionSpec& spec,
                                           std::uint64_t least);

/// The number given for an option of type `number`, or its fallback.
/// \throws Error{bad_policy} if it is not a decimal number from `least` to `greatest`.
[[nodiscard]] double number_option(const OptionMap& options,
                                   const OptionSpec& spec,
                                   double least,
                                   double greatest);

}  // namespace kanon
