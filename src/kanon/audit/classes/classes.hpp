// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// What the classes of the release prove.
struct ClassFindings {
    std::vector<Proof> proofs;           ///< one per model, in the problem's order
    std::uint64_t classes = 0;           ///< suppressed rows are in none
    std::vector<std::string> undecided;  ///< models without a verdict, and why; one line each
};

/// Hold each model against each released class; values of tracked columns are those of the original
/// rows. Cost O(n m).
[[nodiscard]] ClassFindings judge_classes(const Evidence& evidence,
                                          const Pairing& pairing,
                                          FaultLog& log);

}  // namespace kanon::auditing
