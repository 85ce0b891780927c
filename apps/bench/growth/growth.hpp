// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/measure.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::bench {

/// A workload per size and method over generated stays (CSV to CSV, k = 10, 5 % suppression),
/// smaller sizes first, so that all methods of a size use one table. Each is named by its method.
[[nodiscard]] std::vector<Workload> growth_workloads(const std::vector<std::string>& methods,
                                                     const std::vector<std::uint64_t>& sizes);

/// Seconds and memory over rows, a line per method, as an SVG file.
[[nodiscard]] std::string growth_svg(const std::vector<Measurement>& measurements);

}  // namespace kanon::bench
