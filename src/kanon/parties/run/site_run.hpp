// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/peers.hpp"
#include "kanon/parties/run/party_run.hpp"
#include "kanon/parties/run/site_table.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace kanon::parties {

/// What a party has: a table bound to the policy, or rows as they are; a miner has none.
using Site = std::variant<SiteTable, SiteRows>;

/// Read what a party brings into the protocol. \throws as read_site_table()
[[nodiscard]] Site read_party(const std::string& input,
                              const Agreement& agreement,
                              std::size_t party,
                              const ReadOptions& options,
                              const RunContext& context);

[[nodiscard]] std::uint64_t rows_of(const Site& site);

/// Run the protocol of the agreement, and audit what the party sees of the release. The release;
/// none for who does not get it. \throws as run_party()
[[nodiscard]] std::optional<Table> run_site(const Site& site,
                                            const Agreement& agreement,
                                            const Peers& peers,
                                            const RunContext& context,
                                            PartyOutcome& outcome);

}  // namespace kanon::parties
