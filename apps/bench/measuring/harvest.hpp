// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "flags.hpp"
#include "measuring/measure.hpp"
#include "workloads/workload.hpp"

#include <functional>
#include <string>
#include <vector>

/// Workloads measured one after another, and what is told of them.
namespace kanon::bench {

/// Flags of benchmarks that measure whole runs.
struct MeasureFlags : BenchFlags {
    Plan plan;
    bool quiet = false;
};

void add_measure_flags(CLI::App& app, MeasureFlags& flags);

/// Measure the workloads, print their table, write the figures and where `svg` names a file the
/// picture that `draw` makes of them; `--list` prints the workloads instead. A wrong answer is told
/// at once and ends in no time. Returns the exit status. \throws Error
[[nodiscard]] int measure_all(
    const MeasureFlags& flags,
    const std::vector<Workload>& workloads,
    const std::string& svg = "",
    const std::function<std::string(const std::vector<Measurement>&)>& draw = nullptr);

}  // namespace kanon::bench
