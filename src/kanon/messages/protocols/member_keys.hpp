// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/sealed_message.hpp"
#include "kanon/parties/crypto/signature.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <vector>

namespace kanon::messages {

/// The keys of one member for one run.
struct OwnKeys {
    crypto::SigningKey signing = crypto::SigningKey::random();
    crypto::ReceivingKey receiving = crypto::ReceivingKey::random();
};

/// The public keys of all, by place.
struct MemberKeys {
    std::vector<crypto::Point> signing;
    std::vector<crypto::Point> receiving;
};

/// Tell all others one's public keys, and learn theirs. All compare what they got by its hash: who
/// told two members different keys ends the run before anything else is sent, without a name, for
/// nothing is signed yet. 2 messages of 64 and 32 bytes to each.
/// \throws what channels throw; Error{bad_input} for keys that are none, or not the same at all
[[nodiscard]] MemberKeys exchange_member_keys(const parties::Peers& peers, const OwnKeys& own);

}  // namespace kanon::messages
