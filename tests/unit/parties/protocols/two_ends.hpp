// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/transcript.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kanon::parties::test {

/// The messages of one party of a run, sent and received, to and from each of the others by place.
using Transcript = std::vector<std::vector<TranscriptEntry>>;

/// Run a protocol by `parties` threads over pipes; `body` gets each party's view of the others. An
/// exception of one party ends its channels, so that the others end as well; the one thrown first
/// by place is thrown again. Returns each party's transcript, with payloads.
std::vector<Transcript> run_parties(std::size_t parties,
                                    const std::function<void(const Peers&)>& body);

}  // namespace kanon::parties::test
