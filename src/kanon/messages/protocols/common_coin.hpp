// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/broadcast.hpp"
#include "kanon/messages/protocols/digest.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <cstddef>
#include <vector>

namespace kanon::messages {

/// 32 random bytes that no member can foretell or choose as long as one is honest: each commits to
/// its part by a hash, and then shows it (Blum, CRYPTO 1981). Who sees the others' parts and does
/// not like the outcome can only end the run, under its name.
/// \throws what channels and Broadcast throw; Error{bad_input} naming who showed another part than
/// it committed to, or told others another one
[[nodiscard]] Digest common_coin(const parties::Peers& peers, Broadcast& broadcast);

/// Members 0..members - 1 in random groups of at least `size`, as many as there can be; sizes
/// differ by one at most, and places ascend. The same for the same coin. \pre 1 <= size <= members
[[nodiscard]] std::vector<std::vector<std::size_t>> groups_by_coin(const Digest& coin,
                                                                   std::size_t members,
                                                                   std::size_t size);

}  // namespace kanon::messages
