// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/report/comparison.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// Read a table once and make a release of it for each method and each k, methods outermost; audit
/// each as anonymize() does, and keep its figures alone. Options of the policy's method go to the
/// others that know them. A run that ends without a release, or whose method cannot work for the
/// policy, is kept with the reason. All targets are checked first and moved into place last; on any
/// error none is touched.
/// \throws Error: that of the first run if none makes a release; bad_policy for a method that is
/// not known; cancelled.
[[nodiscard]] Comparison run_job(const CompareJob& job);

}  // namespace kanon
