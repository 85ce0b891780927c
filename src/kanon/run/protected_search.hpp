// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/run/anonymize_job.hpp"
#include "kanon/run/result.hpp"

namespace kanon::detail {

/// Let binding add what the options ask for, as far as the policy's method can keep it.
/// \throws Error{bad_policy} if there is no such method
void protect_by(const AnonymizeOptions& options, const Policy& policy, BindOptions& binding);

/// As solve(), where binding added promises about sensitive columns: keeps all of them if that
/// costs little beside a release without them; else those of the columns of which that one
/// discloses too much; else as many of these as it can, the least concentrated first. The result's
/// problem is then that. The assumptions say what was added, what was not, and the loss of each.
/// Costs 2 searches, and one more for each column where not all are kept. \throws Error as solve()
void solve_protected(Result& result,
                     const AnonymizeOptions& options,
                     const RunContext& context,
                     Stopwatch& watch);

}  // namespace kanon::detail
