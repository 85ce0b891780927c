// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/run/site_run.hpp"

#include <optional>
#include <span>
#include <vector>

namespace kanon::parties {

/// What came of a run of all parties in this process.
struct RunTogether {
    std::vector<PartyOutcome> outcomes{};          ///< by place; with rows, traffic and seconds
    std::vector<std::optional<Table>> releases{};  ///< by place; none for who does not get it
    double search_seconds = 0;                     ///< until the last message of the protocol went
    double seconds = 0;  ///< until all parties had audited and joined what they see
};

/// Run all parties of an agreement in this process, a thread each, over channels without TLS: what
/// a protocol takes by itself, without reading and writing. The messages are those of a run between
/// machines. `sites`: by place, as read_party() has them; `context` is that of each party.
/// \throws as run_party(): what the first party by place met with that failed by itself
[[nodiscard]] RunTogether run_together(const Agreement& agreement,
                                       std::span<const Site> sites,
                                       const RunContext& context);

}  // namespace kanon::parties
