// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/connect_parties.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

constexpr std::size_t kMostParties = 20;

[[noreturn]] void refuse_list(const std::string& why) {
    throw Error(ErrorCode::usage, "the list of parties " + why);
}

void check_list(std::span<const Party> parties) {
    if (parties.size() < 2 || parties.size() > kMostParties) {
        refuse_list("must have 2 to 20 rows");
    }
    std::set<std::string> names;
    std::set<Fingerprint> fingerprints;
    for (const Party& party : parties) {
        if (party.name.empty() || !names.insert(party.name).second) {
            refuse_list("has a name twice, or a row without: '" + party.name + "'");
        }
        if (!fingerprints.insert(party.fingerprint).second) {
            refuse_list("has the fingerprint of " + party.name + " twice");
        }
    }
}

std::size_t own_row(std::span<const Party> parties, const Identity& identity) {
    const auto found = std::find_if(parties.begin(), parties.end(), [&](const Party& party) {
        return party.fingerprint == identity.fingerprint();
    });
    if (found == parties.end()) {
        refuse_list("has no row of this party, whose fingerprint is " +
                    identity.fingerprint().text());
    }
    return static_cast<std::size_t>(found - parties.begin());
}

/// Whether the party of row `self` listens for that of row `other`.
bool listens_for(std::span<const Party> parties, std::size_t self, std::size_t other) {
    const Party& first = parties[std::min(self, other)];
    const Party& second = parties[std::max(self, other)];
    if (first.address.empty() && second.address.empty()) {
        refuse_list("has no address of " + first.name + " or " + second.name +
                    ": one of them must listen");
    }
    return first.address.empty() == (self > other);
}

}  // namespace

PartyChannels connect_parties(std::span<const Party> parties,
                              const Identity& identity,
                              const ChannelOptions& options,
                              const RunContext& context,
                              const TlsListener* listener) {
    check_list(parties);
    const std::size_t self = own_row(parties, identity);
    Meeting meeting(identity, options, context);
    std::vector<Peer> expected;
    for (std::size_t other = 0; other < parties.size(); ++other) {
        const Party& party = parties[other];
        if (other == self) {
            continue;
        }
        if (listens_for(parties, self, other)) {
            expected.push_back({.name = party.name, .fingerprint = party.fingerprint});
            continue;
        }
        const Address address = Address::parse(party.address);
        require_reachable(address, party.name);
        meeting.dial({.name = party.name, .fingerprint = party.fingerprint}, address);
    }
    std::optional<TlsListener> own;
    if (!expected.empty()) {
        if (listener == nullptr) {
            listener = &own.emplace(Address::parse(parties[self].address));
        }
        meeting.expect(listener->socket(), std::move(expected));
    }
    return meeting.run();
}

void abort_all(const PartyChannels& channels, AbortReason reason) noexcept {
    for (const auto& entry : channels) {
        entry.second->abort(reason);
    }
}

}  // namespace kanon::parties
