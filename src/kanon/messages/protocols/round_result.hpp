// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/messages/protocols/slot_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kanon::messages {

/// What a member was found to have done, by what all others have seen.
enum class Blame : std::uint8_t {
    malformed,      ///< what it sent to all is no message of that step
    two_faced,      ///< it signed two different messages of one step
    two_slots,      ///< its proof that it uses at most one slot does not hold
    wrong_opening,  ///< a share that it was asked to open is not the one it committed to
    wrong_sum       ///< its sums are not those of the shares that it got
};

/// What messages to people say of it, after the member's name.
[[nodiscard]] std::string_view sentence_of(Blame blame);

struct Named {
    std::size_t place = 0;  ///< of the member
    Blame blame = Blame::malformed;

    friend bool operator==(const Named&, const Named&) = default;
};

/// What a group has of one round.
struct RoundResult {
    std::vector<OpenSlot> slots;  ///< none if somebody was named
    std::vector<Named> named;     ///< by place; they are left out, and the round is done again
    std::size_t disputes = 0;     ///< shares that were accused and then opened
};

}  // namespace kanon::messages
