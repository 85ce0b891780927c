// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/peers.hpp"
#include "kanon/parties/run/party_run.hpp"
#include "kanon/table/table.hpp"

namespace kanon::parties {

/// Run secure-sum: each site releases its own rows, in random order, by a recoding common to all,
/// and audits them. `rows`: the agreed columns of this site; of the helper nothing, and it releases
/// nothing.
/// \throws Error{bad_input} without a value in it if one is not among those agreed; and as
/// run_party()
[[nodiscard]] std::optional<Table> run_by_sums(const Table& rows,
                                               const Agreement& agreement,
                                               const Peers& peers,
                                               const RunContext& context,
                                               PartyOutcome& outcome);

}  // namespace kanon::parties
