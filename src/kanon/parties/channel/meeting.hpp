// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/channel/address.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/channel/channel_options.hpp"
#include "kanon/parties/channel/handshake.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/channel/sockets.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::parties {

/// A channel to each other party, by name.
using PartyChannels = std::map<std::string, std::unique_ptr<Channel>>;

/// How one party gets to the others: it waits for those who dial, and dials the rest again and
/// again until they are there, all at the same time. Those who connect are looked at side by side,
/// at most kMostGuests at once, so that a stranger who keeps silent holds up nobody.
class Meeting {
public:
    static constexpr std::size_t kMostGuests = 32;

    /// \throws Error{usage}: an option. The identity must outlive it.
    Meeting(const Identity& identity, ChannelOptions options, RunContext context);

    /// Wait for these at a socket that listens and outlives it. At most once.
    void expect(const Socket& listener, std::vector<Peer> peers);

    void dial(Peer peer, Address address);

    /// Until all are connected. \throws Error{bad_input}: who answered for a dialed party has
    /// another certificate, does not take ours, or is no channel of kanon's; Error{timed_out}
    /// naming who is missing; Error{cancelled}. Who is connected by then learns
    /// why.
    [[nodiscard]] PartyChannels run();

private:
    struct Call {
        Peer peer;
        Address address;
        LookUp look_up;
        std::vector<SocketAddress> found = {};
        std::size_t next = 0;  ///< of the addresses found
        Patience pause;        ///< before the next try
        std::optional<Handshake> handshake = {};
        std::string fault = "no answer";  ///< of the last try
    };

    void meet();
    void take_guests();
    void step_guests();
    bool step_guest(Handshake& guest);
    void step_calls();
    bool step_call(Call& call);
    void try_call(Call& call);
    static void retry_later(Call& call, std::string fault);
    void join(Handshake& handshake);
    void note_stranger(const std::string& who);
    void wait();
    void poll_run() const;
    void say(const std::string& line) const;
    void say_whom() const;
    [[nodiscard]] std::string missing_text() const;
    [[noreturn]] void refuse_call(const Call& call, Handshake::State state) const;

    const Identity& identity_;
    ChannelOptions options_;
    RunContext context_;
    std::shared_ptr<ssl_ctx_st> tls_;
    Patience patience_;
    const Socket* listener_ = nullptr;
    std::vector<Peer> expected_;     ///< who still has to dial
    std::vector<Handshake> guests_;  ///< who connected, the oldest first
    std::vector<Call> calls_;        ///< whom this side still has to reach
    PartyChannels channels_;
    std::size_t strangers_ = 0;
    std::string first_stranger_;
};

}  // namespace kanon::parties
