// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon {

/// A risk in the one unit of all texts: 0.1 is `10 % (1 in 10)`, 0.43 `43 % (1 in 2.3)`, 1/3
/// `33.3 % (1 in 3)`, 1 `100 % (certain)`; what is above 0 and below 0.05 % is `< 0.1 %`.
[[nodiscard]] std::string odds_text(double risk);

}  // namespace kanon
