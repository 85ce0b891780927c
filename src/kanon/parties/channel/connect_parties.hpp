// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/channel/channel_options.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/channel/tls_channel.hpp"

#include <span>
#include <string>

namespace kanon::parties {

/// A row of the list that all parties have in common.
struct Party {
    std::string name;
    std::string address;  ///< as Address::parse() reads it; empty: this party only dials
    Fingerprint fingerprint;
};

/// A channel to each other party of the list. Of two parties the one listed first listens and the
/// other dials, or the other way around if the first has no address. This party is the row with
/// the identity's fingerprint. All parties call it with the same list, or, for a star, its hub with
/// the whole list and each other party with its own row and the hub's, in the same order.
///
/// `listener`: where this party listens already, else at its address in the list, which may be
/// another one than its machine has (behind a router).
/// \throws Error{usage}: the list has no row of this identity, a name or fingerprint twice, two
/// parties without address, more than 20 parties or fewer than two; and as listen() and dial()
[[nodiscard]] PartyChannels connect_parties(std::span<const Party> parties,
                                            const Identity& identity,
                                            const ChannelOptions& options = {},
                                            const RunContext& context = {},
                                            const TlsListener* listener = nullptr);

/// Say to all others why this party stops. Takes at most about a second for each.
void abort_all(const PartyChannels& channels, AbortReason reason) noexcept;

}  // namespace kanon::parties
