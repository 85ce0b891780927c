// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/workplace.hpp"
#include "workloads/workload.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::bench {

/// The stages of a run, as the summary names them.
inline constexpr std::array<std::string_view, 6> kStages{
    "read", "bind", "solve", "apply", "audit", "write"};
inline constexpr std::size_t kSolve = 2;

/// What a run said of its answer.
struct Answer {
    std::uint64_t rows = 0;
    double loss = 0;
    std::optional<std::uint64_t> classes;  ///< none: a release without classes (freeform)
    std::uint64_t suppressed_rows = 0;
    std::optional<double> gap;
    std::string method;

    friend bool operator==(const Answer&, const Answer&) = default;
};

/// What a run took.
struct Cost {
    std::array<double, kStages.size()> stages{};  ///< seconds, in the order of kStages
    double total = 0;                             ///< seconds of the whole process
    double cpu = 0;                               ///< seconds
    double peak_rss_mb = 0;                       ///< MiB
};

/// A workload's answer, found right, and the medians of what its runs took.
struct Measurement {
    Workload workload;
    Answer answer;
    Cost median;
    std::uint64_t runs = 0;

    /// Most memory held, in bytes for each row.
    [[nodiscard]] double bytes_per_row() const;
};

/// How to measure.
struct Plan {
    std::uint64_t runs = 3;
    std::uint64_t threads = 0;  ///< 0: one per core
};

/// Run a workload, each run a process of its own, and hold every answer against what is expected
/// and against the first run's. \throws Error{audit_failed} if a run fails or an answer is wrong.
[[nodiscard]] Measurement measure(const Workload& workload, const Plan& plan, Workplace& workplace);

}  // namespace kanon::bench
