// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/cheat.hpp"
#include "kanon/messages/protocols/member_keys.hpp"
#include "kanon/messages/protocols/round_result.hpp"
#include "kanon/messages/protocols/slot_text.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::messages {

/// How the members of a group send to all of it.
enum class SendingProtocol : std::uint8_t { von_ahn, yao_feng };

/// What all members of a group have in common.
struct GroupTask {
    SendingProtocol protocol = SendingProtocol::von_ahn;
    std::vector<std::size_t> group;  ///< places of its members among all, ascending
    std::size_t k = 0;
    std::size_t most_rounds = 0;  ///< until then slots that are garbled are tried again
    std::size_t sealed_size = 0;
    std::string context;  ///< names the run
};

/// What one member of the group saw.
struct GroupOutcome {
    std::vector<std::size_t> left;      ///< places of those who were not named
    std::vector<Named> named;           ///< by place among all, in the order in which they were
    std::size_t rounds = 0;             ///< in which nobody was named
    std::size_t slots = 0;              ///< of the last round
    std::size_t used = 0;               ///< slots of all rounds with a message
    std::size_t garbled = 0;            ///< slots of all rounds with none, and not empty
    std::size_t disputes = 0;           ///< shares accused and opened
    bool arrived = false;               ///< one's own message was among them
    std::vector<SlotMessage> messages;  ///< each once
};

/// Rounds until no slot is garbled: in each, whose message has not arrived yet draws a new slot.
/// Who is named is left out, and the round done again without.
/// \throws what rounds throw; Error{infeasible} if fewer than k members are left; Error{bad_input}
/// if this member itself is named
[[nodiscard]] GroupOutcome run_group_rounds(const parties::Peers& all,
                                            const OwnKeys& own,
                                            const MemberKeys& keys,
                                            const GroupTask& task,
                                            const std::optional<SlotMessage>& message,
                                            Cheat cheat);

}  // namespace kanon::messages
