// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/peers.hpp"
#include "kanon/parties/run/party_run.hpp"
#include "kanon/parties/run/site_table.hpp"
#include "kanon/table/table.hpp"

#include <optional>

namespace kanon::parties {

/// Run a protocol between parties that have different columns of the same people, and audit what
/// this party gives to the release. The joint release, checked; none for who does not get it.
/// \throws as run_party()
[[nodiscard]] std::optional<Table> run_vertical(const SiteTable& site,
                                                const Agreement& agreement,
                                                const Peers& peers,
                                                const RunContext& context,
                                                PartyOutcome& outcome);

}  // namespace kanon::parties
