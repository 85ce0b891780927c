// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/parties/agreement/agreement.hpp"
#include "kanon/parties/run/party_run.hpp"

#include <string>

/// What is said to people who take part.
namespace kanon {

/// What a protocol does and tells, for whoever is to agree to it.
[[nodiscard]] std::string agreement_text(const parties::Agreement& agreement);

/// The same as JSON, with a schema number.
[[nodiscard]] std::string agreement_json(const parties::Agreement& agreement);

/// Why a run without consent, where nobody can be asked, does not begin. `agreement`: its file.
[[nodiscard]] std::string unasked_text(const std::string& agreement);

/// What came of a party's run.
[[nodiscard]] std::string outcome_text(const PartyOutcome& outcome);

/// What came of a rehearsal: see parties::audit_rehearsal().
[[nodiscard]] std::string rehearsal_text(const AuditReport& audit);

/// The release keeps every promise.
[[nodiscard]] bool rehearsal_holds(const AuditReport& audit);

}  // namespace kanon
