// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/matching/pairing.hpp"

namespace kanon::auditing {

/// Where the policy gives a pattern mask: judge that each row that is not suppressed releases its
/// values or stars, and that its stars form a pattern of the mask. Cost O(n m).
void judge_patterns(const Evidence& evidence, const Pairing& pairing, FaultLog& log);

}  // namespace kanon::auditing
