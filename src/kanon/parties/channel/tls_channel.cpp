// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/tls_channel.hpp"

#include "kanon/base/error.hpp"

#include <utility>

namespace kanon::parties {

void require_reachable(const Address& address, const std::string& party) {
    if (address.host.empty() || address.port == 0) {
        throw Error(ErrorCode::usage,
                    "the address of " + party + " needs host and port to be reached at; it is " +
                        address.text());
    }
}

PartyChannels listen(const TlsListener& listener,
                     const Identity& identity,
                     std::vector<Peer> expected,
                     const ChannelOptions& options,
                     const RunContext& context) {
    Meeting meeting(identity, options, context);
    meeting.expect(listener.socket(), std::move(expected));
    return meeting.run();
}

std::unique_ptr<Channel> dial(const Address& address,
                              const Identity& identity,
                              const Peer& peer,
                              const ChannelOptions& options,
                              const RunContext& context) {
    require_reachable(address, peer.name);
    Meeting meeting(identity, options, context);
    meeting.dial(peer, address);
    PartyChannels channels = meeting.run();
    return std::move(channels.begin()->second);
}

}  // namespace kanon::parties
