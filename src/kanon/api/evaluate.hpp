// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/report/evaluation_report.hpp"

#include <functional>
#include <string>

/// What a release is still good for; docs/evaluate.md.
namespace kanon {

/// Where an evaluation reads and writes. Empty paths: not written.
struct EvaluateJob {
    std::string original;
    std::string release;
    std::string json;
    std::string html;
    bool force = false;  ///< replace what stands at the targets
    Policy policy;
    ReadOptions read;          ///< of the original
    ReadOptions read_release;  ///< types and missing marks are those of the original's policy
    EvaluateOptions options;
    RunContext context;
    /// As AnonymizeJob::before_commit.
    std::function<void(const Evaluation&)> before_commit{};
};

/// Evaluate a release file beside its original under a policy, and write what was found. All
/// targets are checked first and moved into place last; on any error none is touched.
/// \throws Error as evaluate(), verify() and PendingFile.
[[nodiscard]] Evaluation run_job(const EvaluateJob& job);

}  // namespace kanon
