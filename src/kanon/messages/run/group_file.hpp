// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/messages/protocols/sending.hpp"
#include "kanon/parties/agreement/agreed_text.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::messages {

/// One row of the table of protocols: what a group file may ask for.
struct SendingInfo {
    std::string_view name;  ///< kebab-case
    SendingProtocol protocol = SendingProtocol::von_ahn;
    std::string_view summary;
    std::string_view citation;
    bool names_cheaters = false;
    /// What is learned and by whom, and what is not protected; a sentence each.
    std::span<const std::string_view> leakage;
};

/// Those there are, by name.
[[nodiscard]] std::span<const SendingInfo> sending_protocols();

/// \throws Error{bad_policy} with the nearest name there is
[[nodiscard]] const SendingInfo& find_sending_protocol(std::string_view name);

inline constexpr std::size_t kMostMembers = 20;       ///< that channels connect
inline constexpr std::size_t kMostTextBytes = 4'000;  ///< of a message

/// What all members of a population agreed on: the same file at each of them (docs/messages.md).
struct GroupFile : parties::AgreedText {
    const SendingInfo* protocol = nullptr;
    std::vector<parties::AgreedRow> members;  ///< in the order of the file
    std::size_t k = 0;
    std::size_t cheaters = 0;       ///< of all members, who may not follow the protocol
    std::size_t message_bytes = 0;  ///< the most of a message
    std::size_t rounds = 0;

    /// \throws Error{usage} if no member has that name
    [[nodiscard]] std::size_t place_of(std::string_view member) const;

    [[nodiscard]] SendingTerms terms() const;
};

/// Read a group file. \throws Error{bad_policy} with file:line:column: an unknown key or protocol,
/// too few or many members, k above the honest ones, a number out of its range.
[[nodiscard]] GroupFile read_group_file(const std::string& path, const RunContext& context = {});

}  // namespace kanon::messages
