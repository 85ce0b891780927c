// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/report/comparison.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// What to compare, and where to write what was found. Empty paths: not written.
struct CompareJob {
    std::string input;
    std::string json;
    std::string svg;
    Policy policy;
    std::vector<std::uint64_t> ks;       ///< empty: what the policy promises
    std::vector<std::string> methods;    ///< empty: the policy's
    std::optional<double> seconds_each;  ///< limit of each run, in place of the context's
    ReadOptions read;
    bool force = false;
    RunContext context;
    /// As AnonymizeJob::before_commit.
    std::function<void(const Comparison&)> before_commit{};
};

/// Read a table once and make a release of it for each method and each k, methods outermost; audit
/// each as anonymize() does, and keep its figures alone. Options of the policy's method go to the
/// others that know them. A run that ends without a release, or whose method cannot work for the
/// policy, is kept with the reason. All targets are checked first and moved into place last; on any
/// error none is touched.
/// \throws Error: that of the first run if none makes a release; bad_policy for a method that is
/// not known; cancelled.
[[nodiscard]] Comparison run_job(const CompareJob& job);

}  // namespace kanon
