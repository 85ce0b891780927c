// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/agreement/agreement.hpp"
#include "kanon/parties/protocols/peers.hpp"
#include "kanon/parties/run/party_run.hpp"
#include "kanon/table/table.hpp"

#include <optional>

namespace kanon::parties {

/// Give the released columns of this party to those who get the release, and take theirs, row i of
/// each being the same person: the joint release, its columns in the order of the policy. None for
/// who does not get it. `own` has the party's agreed columns but for identifying ones.
/// \throws Error{bad_input} if another party sends other columns or rows than agreed
[[nodiscard]] std::optional<Table> join_columns(const Table& own,
                                                const Agreement& agreement,
                                                const Peers& peers);

/// Group the released rows anew by all quasi-identifiers of all parties, and note their classes in
/// the outcome. Knows no protocol. \throws Error{audit_failed} if a class has fewer than k rows,
/// or there is none
void prove_joint_classes(const Table& release, const Agreement& agreement, PartyOutcome& outcome);

}  // namespace kanon::parties
