// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/faults.hpp"

#include "kanon/base/text/short_number.hpp"

namespace kanon::parties {

Error not_as_agreed(std::string_view sender, const std::string& what) {
    return {ErrorCode::bad_input,
            "the message of " + std::string(sender) + " is not as agreed: " + what};
}

std::string seconds_text(double seconds) {
    return short_number(seconds) + " s";
}

}  // namespace kanon::parties
