// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/measure.hpp"

#include <string>
#include <vector>

namespace kanon::bench {

/// Seconds with as many digits as are worth reading.
[[nodiscard]] std::string seconds_text(double seconds);

/// The measurements as a Markdown table, aligned for reading as it is. Targets stand behind what
/// was measured, as in `21.4 (at most 30)`; a loss that no workload foretells is marked
/// `unchecked`.
[[nodiscard]] std::string measurement_table(const std::vector<Measurement>& measurements);

/// The workloads with their data and targets, for `--list`.
[[nodiscard]] std::string workload_list(const std::vector<Workload>& workloads);

/// The measurements as a JSON array, with all digits.
[[nodiscard]] std::string measurement_json(const std::vector<Measurement>& measurements);

}  // namespace kanon::bench
