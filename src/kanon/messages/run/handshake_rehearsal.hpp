// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::messages {

/// Two who met, and what each of them knows then.
struct Meeting {
    std::string first;
    std::string second;
    bool accepted = false;                    ///< by both
    std::optional<std::size_t> second_block;  ///< of the second, as the first learns; from 0
    std::size_t hidden = 0;                   ///< among how many the second is, to the first
    std::uint64_t bytes = 0;                  ///< that the first sent
};

/// Handshakes within this program (xu-yung): the first member of a club of so many meets its second
/// and its last member, the latter again with the same credential, and somebody of another club;
/// two of that other club meet as well. The same but for keys and pseudonyms in every run.
/// \throws Error{usage} as ClubList
[[nodiscard]] std::vector<Meeting> rehearse_handshakes(std::size_t members, std::size_t k);

}  // namespace kanon::messages
