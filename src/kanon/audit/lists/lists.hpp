// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/audit/evidence.hpp"
#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/matching/pairing.hpp"

#include <optional>

namespace kanon::auditing {

/// Judge the released column of lists, if the problem has one and the release does: each released
/// item stands for one of the row's own, the list of a suppressed row is blank, and every set of
/// up to m items is in k lists of its class (count_known_items()). In a release in any order which
/// list is whose is not known, so that only the last is judged. Puts what is found into the proof
/// of km-anonymity.
[[nodiscard]] std::optional<ListFigures> judge_lists(const Evidence& evidence,
                                                     const Pairing& pairing,
                                                     std::vector<Proof>& proofs,
                                                     FaultLog& log);

}  // namespace kanon::auditing
