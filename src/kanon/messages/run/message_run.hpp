// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/messages/protocols/cheat.hpp"
#include "kanon/messages/run/group_file.hpp"
#include "kanon/parties/channel/channel_options.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {

/// What one member of a group file runs.
struct MessageJob {
    std::string group;   ///< file
    std::string member;  ///< of the group file
    std::string to{};    ///< another member; "": nothing is sent
    std::string text{};
    std::string identity = ".";  ///< folder of MEMBER.key and MEMBER.crt (`kanon party init`)
    std::string listen{};        ///< where it listens, if not at its address in the file
    std::string rehearsal{};     ///< folder of a rehearsal: identities and addresses of all
    messages::Cheat cheat = messages::Cheat::none;  ///< of rehearsals
    std::string summary{};                          ///< JSON; "": none
    bool force = false;
    parties::ChannelOptions channel{};
    RunContext context{};
    /// Shown what the protocol tells, before anything is sent; false ends the run.
    std::function<bool(const messages::GroupFile&)> consent{};
};

/// What one member saw.
struct MessageOutcome {
    std::string protocol;
    std::string member;
    std::string group_sha256;
    std::uint64_t k = 0;
    std::uint64_t population = 0;
    std::uint64_t groups = 0;
    std::uint64_t own_group = 0;                             ///< its number, from 1
    std::vector<std::string> group_members;                  ///< those left, itself among them
    std::vector<std::pair<std::string, std::string>> named;  ///< who cheated, and how
    std::uint64_t rounds = 0;
    std::uint64_t slots = 0;       ///< of a round
    std::uint64_t used_slots = 0;  ///< of all rounds
    std::uint64_t garbled_slots = 0;
    std::uint64_t disputes = 0;
    bool sent = false;
    bool arrived = false;            ///< what it sent
    std::vector<std::string> texts;  ///< for it
    std::uint64_t seen = 0;          ///< messages for its group
    std::uint64_t dropped = 0;       ///< members of other groups from whom nothing came
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
};

/// Run a member: connect, compare the group files, run the protocol, deliver. All take part,
/// whether they send or not. \throws Error; {infeasible} if fewer than k members are left in its
/// group
[[nodiscard]] MessageOutcome run_message(const MessageJob& job);

/// The outcome as JSON, with a schema number; the texts among it.
[[nodiscard]] std::string message_json(const MessageOutcome& outcome);

}  // namespace kanon
