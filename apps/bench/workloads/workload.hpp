// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/data_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::bench {

/// The answer that must come out; what is not set is not known and not checked.
struct ExpectedAnswer {
    std::optional<double> loss;  ///< the objective's value
    std::optional<std::uint64_t> classes;
    std::optional<std::uint64_t> suppressed_rows;
    double tolerance = 1e-6;    ///< of the loss, absolute
    std::optional<double> gap;  ///< at most: between loss and bound, over the loss
};

/// What the run should cost at most. Shown beside what was measured, never asserted.
struct Target {
    std::optional<double> solve_seconds;
    std::optional<double> total_seconds;  ///< of the whole process
    std::optional<double> peak_rss_mb;    ///< MiB
};

/// One thing to measure: a table, a promise, a method, and the answer that must come out.
struct Workload {
    std::string name;
    std::string about;
    DataSource data;
    std::string policy;  ///< YAML, ${shared} for the shared folder; "": the generator's, k alone
    std::string method = "auto";
    std::vector<std::string> method_options;  ///< `name=value`
    std::string objective = "gcp";
    std::uint64_t k = 5;
    std::string suppression = "0";
    std::optional<double> time_limit_seconds;  ///< of the search
    std::optional<bool> prove;                 ///< close the gap afterwards (--prove)
    std::optional<std::uint64_t> runs;         ///< at most so many
    ExpectedAnswer expected;
    Target target;
};

/// Read the workloads of a folder, `NAME.json` each: those named, or all by name.
/// \throws Error{bad_input} naming file and key; a name that is not there comes with the nearest.
[[nodiscard]] std::vector<Workload> read_workloads(const std::string& folder,
                                                   const std::vector<std::string>& names);

}  // namespace kanon::bench
