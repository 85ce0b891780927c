// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/slot_text.hpp"
#include "kanon/parties/crypto/sealed_message.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::messages {

/// Bytes of the sealed form of every text of a run in which texts have at most so many bytes.
[[nodiscard]] constexpr std::size_t sealed_text_size(std::size_t most_text_bytes) {
    return crypto::kSealedForSize + 2 + most_text_bytes;
}

/// Seal a text for one member, filled up so that its length does not show: its length (2 bytes,
/// least first), it, zeros. \pre at most that many bytes
[[nodiscard]] std::string seal_text(const crypto::Point& receiver,
                                    std::string_view text,
                                    std::size_t most_text_bytes,
                                    std::string_view context);

/// What a member got from the groups.
struct Delivered {
    std::vector<std::string> texts;  ///< for this member, in no order that says anything
    std::size_t seen = 0;            ///< messages for its group, its own ones among them
    std::size_t dropped = 0;         ///< members of other groups from whom nothing came
};

/// Every member sends to each member of each other group the messages for that group, and each
/// member opens what is for it: the receiver is one of its group to everyone else. A message
/// counts once however many passed it on; so members who withhold it do not stop it.
///
/// Receiver k-anonymity of von Ahn, Bortz, Hopper 2003: as there, a message goes to the whole group
/// of its receiver. Differs: all send to all other groups, if only an empty list, so that nobody
/// waits in doubt. members - group messages of each member.
/// \throws nothing but Error{cancelled} for channels that fail: these are counted as dropped
[[nodiscard]] Delivered deliver(const parties::Peers& all,
                                const std::vector<std::vector<std::size_t>>& groups,
                                const std::vector<SlotMessage>& messages,
                                const crypto::ReceivingKey& key,
                                std::size_t most_text_bytes,
                                std::string_view context);

/// The group that a member is in. \pre it is in one
[[nodiscard]] std::size_t group_of(const std::vector<std::vector<std::size_t>>& groups,
                                   std::size_t place);

}  // namespace kanon::messages
