// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <cstdint>
#include <string>

namespace kanon {

/// The word given for an option, or its fallback.
/// \throws Error{bad_policy} if it is not one of the words.
[[nodiscard]] std::string word_option(const OptionMap& options, const OptionSpec& spec);

/// The whole number given for an option, or its fallback.
/// \throws Error{bad_policy} if it is none, or not in the range of the spec.
[[nodiscard]] std::uint64_t integer_option(const OptionMap& options, const OptionSpec& spec);

/// The decimal number given for an option, or its fallback.
/// \throws Error{bad_policy} if it is none, or not in the range of the spec.
[[nodiscard]] double number_option(const OptionMap& options, const OptionSpec& spec);

}  // namespace kanon
