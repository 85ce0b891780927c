// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

namespace kanon::stars {

inline constexpr OptionSpec kBetaOption{
    .name = "beta",
    .type = "number",
    .fallback = "1",
    .help =
        "use only patterns that star less than 1/beta of what all stars cost: faster, and up to "
        "beta times worse"};

/// The value of `beta`. \throws Error{bad_policy} if it is no number of 1 or more.
[[nodiscard]] double beta_of(const OptionMap& options);

}  // namespace kanon::stars
