// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/run/result.hpp"

#include <cstdint>
#include <optional>

namespace kanon::detail {

/// The rows as a recoding releases them.
[[nodiscard]] Release carried_out(const Problem& problem,
                                  const Recoding& recoding,
                                  unsigned threads);

/// Carry the recoding out and audit the release. An assignment is drawn first, by this seed, see
/// SecretRandom, and anew where what is drawn does not hold every model, kMostDraws times at most.
/// \throws Error{audit_failed, infeasible}
void release_and_prove(Result& result,
                       const std::optional<std::uint64_t>& secret_seed,
                       const RunContext& context,
                       Stopwatch& watch);

/// Withhold what the auditor does not call proven. \throws Error{audit_failed}
void require_proof(const AuditReport& audit);

}  // namespace kanon::detail
