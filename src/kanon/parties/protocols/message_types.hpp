// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/message_type.hpp"

/// What messages of the protocols are about; numbers are never given a second meaning.
namespace kanon::parties::messages {

[[nodiscard]] constexpr MessageType of_protocol(std::uint16_t number) {
    return {static_cast<std::uint16_t>(kFirstProtocolType + number)};
}

// Before a protocol begins, and after it has ended.
inline constexpr MessageType kAgreement = of_protocol(0);       ///< hash, size of the table
inline constexpr MessageType kAgreementLines = of_protocol(1);  ///< where hashes differ
inline constexpr MessageType kConsent = of_protocol(2);
inline constexpr MessageType kColumns = of_protocol(3);  ///< released ones
inline constexpr MessageType kDone = of_protocol(4);     ///< the release is in place

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

}  // namespace kanon::parties::messages
