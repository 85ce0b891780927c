// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"

namespace kanon::auditing {

/// Hold each released cell against its original: quasi-identifiers must cover it, other cells must
/// equal it, and a suppressed row must hold nothing else. Cost O(n m).
void judge_cells(const Evidence& evidence, const Pairing& pairing, FaultLog& log);

}  // namespace kanon::auditing
