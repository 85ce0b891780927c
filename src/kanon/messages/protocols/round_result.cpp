// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/round_result.hpp"

namespace kanon::messages {

std::string_view sentence_of(Blame blame) {
    switch (blame) {
        case Blame::malformed:
            return "sent all what is no message of that step";
        case Blame::two_faced:
            return "signed two different messages of one step";
        case Blame::two_slots:
            return "did not prove that it uses at most one slot";
        case Blame::wrong_opening:
            return "opened a share that is not the one it committed to";
        case Blame::wrong_sum:
            return "sent sums that are not those of its shares";
    }
    return "";
}

}  // namespace kanon::messages
