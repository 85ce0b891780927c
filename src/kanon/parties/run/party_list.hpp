// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/agreement/agreed_text.hpp"
#include "kanon/parties/channel/connect_parties.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::parties {

/// The rows of a file as parties to connect, each with its fingerprint; `what` is who they are, in
/// messages. \throws Error{bad_policy} naming the first without
[[nodiscard]] std::vector<Party> pinned_parties(std::span<const AgreedRow> rows,
                                                const std::string& file,
                                                std::string_view what);

/// Refuse an identity that is another one than the file has. \throws Error{bad_policy}
void check_identity(const Identity& identity, const Party& party, const std::string& file);

/// All others in the order of the list, which is that of the file. Borrows the channels.
[[nodiscard]] Peers peers_of(std::span<const Party> list,
                             std::size_t own,
                             const PartyChannels& channels);

/// Make what a rehearsal needs in a folder that is there: an identity for each row, and a free port
/// of this machine for each. \throws Error{bad_output, usage}
void prepare_rehearsal(std::span<const AgreedRow> rows, const std::string& folder);

/// The parties of a rehearsal, as prepare_rehearsal() made them: all on this machine.
/// \throws Error{bad_input}
[[nodiscard]] std::vector<Party> rehearsing(std::span<const AgreedRow> rows,
                                            const std::string& folder);

}  // namespace kanon::parties
