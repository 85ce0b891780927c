// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/message_types.hpp"

/// What messages of these protocols are about; numbers are never given a second meaning, and none
/// is one of kanon/parties/protocols.
namespace kanon::messages::types {

using parties::MessageType;
using parties::messages::of_protocol;

// Before the groups are made
inline constexpr MessageType kMemberKeys = of_protocol(128);   ///< to sign, and to seal for
inline constexpr MessageType kAllKeysHash = of_protocol(129);  ///< of those that came
inline constexpr MessageType kCoinHash = of_protocol(130);     ///< of one's part of the coin
inline constexpr MessageType kCoinPart = of_protocol(131);
inline constexpr MessageType kEchoes = of_protocol(132);  ///< what all others signed

// von-ahn, within a group
inline constexpr MessageType kCommitments = of_protocol(136);  ///< to shares, and the proof
inline constexpr MessageType kShares = of_protocol(137);       ///< for one member
inline constexpr MessageType kAccusations = of_protocol(138);  ///< whose shares do not open
inline constexpr MessageType kOpenings = of_protocol(139);     ///< of the shares accused
inline constexpr MessageType kShareSums = of_protocol(140);

// yao-feng, along the ring of a group
inline constexpr MessageType kRingKey = of_protocol(144);
inline constexpr MessageType kMaskedSlots = of_protocol(145);
inline constexpr MessageType kOpenSlots = of_protocol(146);

// From a group to the members of another
inline constexpr MessageType kDelivered = of_protocol(152);
inline constexpr MessageType kGoodbye = of_protocol(153);

// xu-yung, between two
inline constexpr MessageType kPseudonyms = of_protocol(160);  ///< of one's block
inline constexpr MessageType kChallenges = of_protocol(161);  ///< sealed for the other's block
inline constexpr MessageType kConfirmation = of_protocol(162);

}  // namespace kanon::messages::types
