// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/tabulate/run/make_tables.hpp"

#include <string>

namespace kanon::tabulate {

/// What was found, verdict first; no value and no suppressed count.
[[nodiscard]] std::string tabulation_text(const Tabulation& tabulation,
                                          const TabulateOptions& options);

/// The same as a document. Keys: k, counted, tables, cells, below_k, suppressed, secondary,
/// suppressed_share, proven, verdict, promise, faults.
[[nodiscard]] std::string tabulation_json(const Tabulation& tabulation,
                                          const TabulateOptions& options);

}  // namespace kanon::tabulate
