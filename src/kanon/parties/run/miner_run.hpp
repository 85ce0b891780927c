// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/peers.hpp"
#include "kanon/parties/run/party_run.hpp"
#include "kanon/table/table.hpp"

#include <optional>

namespace kanon::parties {

/// Run a protocol between parties that have rows of different people, and a miner that has none and
/// gets the release, its rows in random order. `rows`: the agreed columns of this party; of the
/// miner without any. The release, its classes counted; none for the others.
/// \throws Error{bad_input} without a value in it if one is not among those agreed;
/// Error{infeasible} if nothing is released; and as run_party()
[[nodiscard]] std::optional<Table> run_with_miner(const Table& rows,
                                                  const Agreement& agreement,
                                                  const Peers& peers,
                                                  const RunContext& context,
                                                  PartyOutcome& outcome);

}  // namespace kanon::parties
