// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/delivery.hpp"
#include "kanon/messages/protocols/group_rounds.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kanon::messages {

/// What all members agreed on.
struct SendingTerms {
    SendingProtocol protocol = SendingProtocol::von_ahn;
    std::size_t k = 0;
    std::size_t group_size = 0;       ///< of each group at least
    std::size_t most_text_bytes = 0;  ///< of a message
    std::size_t most_rounds = 8;
    std::string context;  ///< hash of what they agreed on
};

/// What one member wants to send, at most once in a run.
struct Outgoing {
    std::size_t to = 0;  ///< place of the receiver
    std::string text;
};

/// What one member saw of a run.
struct SendingOutcome {
    std::vector<std::vector<std::size_t>> groups;  ///< places of all members
    GroupOutcome group;                            ///< of one's own
    Delivered delivered;
};

/// A run of all members: keys, a common coin, groups by the coin, rounds in each group, delivery to
/// the receivers' groups. Every member calls it, whether it sends or not, and does the same.
/// \pre group_size <= members \throws what its steps throw
[[nodiscard]] SendingOutcome run_sending(const parties::Peers& all,
                                         const SendingTerms& terms,
                                         const std::optional<Outgoing>& outgoing,
                                         Cheat cheat = Cheat::none);

}  // namespace kanon::messages
