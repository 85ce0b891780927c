// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

namespace kanon::cell_suppression {

inline constexpr OptionSpec kBetaOption{
    .name = "beta",
    .type = OptionType::number,
    .least = 1,
    .greatest = 1e9,
    .fallback = "1",
    .help =
        "use only patterns that star less than 1/beta of what all stars cost: faster, and up to "
        "beta times worse"};

}  // namespace kanon::cell_suppression
