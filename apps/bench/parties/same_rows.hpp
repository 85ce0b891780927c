// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace kanon::bench {

/// Do these CSV files, each with a heading, have the same rows together, each as often, in whatever
/// order? All headings must be alike. A row is a line.
[[nodiscard]] bool have_same_rows(const std::vector<std::string>& texts,
                                  const std::vector<std::string>& others);

}  // namespace kanon::bench
