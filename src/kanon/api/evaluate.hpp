// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/report/evaluation_report.hpp"

#include <functional>
#include <string>

/// What a release is still good for; docs/evaluate.md.
namespace kanon {

/// Evaluate a release file beside its original under a policy, and write what was found. All
/// targets are checked first and moved into place last; on any error none is touched.
/// \throws Error as evaluate(), verify() and PendingFile.
[[nodiscard]] Evaluation run_job(const EvaluateJob& job);

}  // namespace kanon
