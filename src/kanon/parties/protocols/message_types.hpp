// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/message_type.hpp"

/// What messages of the protocols are about; numbers are never given a second meaning.
namespace kanon::parties::messages {

[[nodiscard]] constexpr MessageType of_protocol(std::uint16_t number) {
    return {static_cast<std::uint16_t>(kFirstProtocolType + number)};
}

// Before a protocol begins, and after it has ended.
inline constexpr MessageType kAgreement = of_protocol(0);       ///< version, hash
inline constexpr MessageType kAgreementLines = of_protocol(1);  ///< where hashes differ
inline constexpr MessageType kColumns = of_protocol(3);         ///< released ones
inline constexpr MessageType kDone = of_protocol(4);            ///< the release is in place

// jiang-clifton
inline constexpr MessageType kGroupedKeys = of_protocol(16);     ///< encrypted once
inline constexpr MessageType kEncryptedTwice = of_protocol(17);  ///< the other's keys
inline constexpr MessageType kNextStep = of_protocol(18);        ///< generalize, or the rows
inline constexpr MessageType kMergedGroups = of_protocol(19);
inline constexpr MessageType kRowsOfPseudonyms = of_protocol(20);

// top-down
inline constexpr MessageType kKeySet = of_protocol(32);       ///< all keys as one, encrypted
inline constexpr MessageType kKeySetTwice = of_protocol(33);  ///< the other's
inline constexpr MessageType kRowOrder = of_protocol(34);
inline constexpr MessageType kClassLabels = of_protocol(35);
inline constexpr MessageType kBestScore = of_protocol(36);
inline constexpr MessageType kRowDivision = of_protocol(37);

// secure-sum; but for the keys between the first site and the others
inline constexpr MessageType kMaskKey = of_protocol(48);
inline constexpr MessageType kMaskedNumbers = of_protocol(49);
inline constexpr MessageType kSums = of_protocol(50);  ///< of the numbers of all, from the first
inline constexpr MessageType kPartsKey = of_protocol(51);
inline constexpr MessageType kBitParts = of_protocol(52);     ///< modulo 251, to a holder
inline constexpr MessageType kNumberParts = of_protocol(53);  ///< likewise, of numbers
inline constexpr MessageType kHiddenParts = of_protocol(54);  ///< modulo 251, to the judge
inline constexpr MessageType kHiddenSums = of_protocol(55);   ///< to the judge
inline constexpr MessageType kJudgesBits = of_protocol(56);   ///< parts of them, to a holder
inline constexpr MessageType kCoinedAnswers = of_protocol(57);
inline constexpr MessageType kAnswers = of_protocol(58);
inline constexpr MessageType kTransferOpening = of_protocol(59);  ///< of two sites, as what follows
inline constexpr MessageType kTransferAnswers = of_protocol(60);
inline constexpr MessageType kTransfers = of_protocol(61);    ///< choices, hidden
inline constexpr MessageType kTransferred = of_protocol(62);  ///< what is chosen from, hidden

// zhong-yang-wright-1; between customers' parties and the miner alone
inline constexpr MessageType kCustomers = of_protocol(64);      ///< their number and public keys
inline constexpr MessageType kAllCustomers = of_protocol(65);   ///< from the miner
inline constexpr MessageType kDealtShares = of_protocol(66);    ///< sealed; and blinded values
inline constexpr MessageType kRelayedShares = of_protocol(67);  ///< likewise, from the miner
inline constexpr MessageType kEvaluations = of_protocol(68);    ///< of blinded values, by helpers
inline constexpr MessageType kEvaluated = of_protocol(69);      ///< their sums, from the miner
inline constexpr MessageType kSealedRows = of_protocol(70);
inline constexpr MessageType kTaggedRows = of_protocol(71);  ///< without rows, from the miner
inline constexpr MessageType kPartialOpenings = of_protocol(72);

// zhong-yang-wright-2
inline constexpr MessageType kCodedCustomers = of_protocol(80);  ///< their number and domains
inline constexpr MessageType kMinersKey = of_protocol(81);
inline constexpr MessageType kIndicators = of_protocol(82);        ///< encrypted, to parties behind
inline constexpr MessageType kAgreements = of_protocol(83);        ///< numbers of equal attributes
inline constexpr MessageType kParts = of_protocol(84);             ///< of sets, from the miner
inline constexpr MessageType kDifferencesSoFar = of_protocol(85);  ///< to parties behind
inline constexpr MessageType kDifferences = of_protocol(86);       ///< to the miner
inline constexpr MessageType kStarPatterns = of_protocol(87);      ///< from the miner
inline constexpr MessageType kStarredRows = of_protocol(88);

}  // namespace kanon::parties::messages
