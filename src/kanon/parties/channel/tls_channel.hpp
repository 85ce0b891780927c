// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/channel/address.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/channel/channel_options.hpp"
#include "kanon/parties/channel/handshake.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/channel/meeting.hpp"
#include "kanon/parties/channel/sockets.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kanon::parties {

/// Where this party waits for others. From its making on the system keeps who connects in line.
class TlsListener {
public:
    /// Port 0: one that is free. \throws Error{usage}: the address cannot be listened at
    explicit TlsListener(const Address& address) : socket_(listen_at(address)) {}

    [[nodiscard]] std::uint16_t port() const { return port_of(socket_); }

    [[nodiscard]] const Socket& socket() const { return socket_; }

private:
    Socket socket_;
};

/// Wait until all of these have connected; nobody else is let in, and who tries holds nobody up.
/// Channels by the names of `expected`, which differ as their fingerprints do.
/// \throws Error{usage}: an option; Error{timed_out} saying who did not come and who tried;
/// Error{cancelled}
[[nodiscard]] PartyChannels listen(const TlsListener& listener,
                                   const Identity& identity,
                                   std::vector<Peer> expected,
                                   const ChannelOptions& options = {},
                                   const RunContext& context = {});

/// Connect to a party, which may begin to listen later. \throws Error{usage}: an option, or an
/// address without host or port; Error{bad_input}: who answers is another, or does not take this
/// identity; Error{timed_out, cancelled}
[[nodiscard]] std::unique_ptr<Channel> dial(const Address& address,
                                            const Identity& identity,
                                            const Peer& peer,
                                            const ChannelOptions& options = {},
                                            const RunContext& context = {});

/// Refuse an address that nobody can be reached at: without host, or with port 0.
/// \throws Error{usage}
void require_reachable(const Address& address, const std::string& party);

}  // namespace kanon::parties
