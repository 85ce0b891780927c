// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/parties/agreement/agreement.hpp"
#include "kanon/parties/channel/channel_options.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {

/// What one party of an agreement runs.
struct PartyJob {
    std::string agreement;  ///< file
    std::string party;      ///< of the agreement
    std::string input;      ///< its table
    std::string output;     ///< "" where it does not get the release
    std::string summary{};  ///< JSON; "": none
    /// Folder of PARTY.key and PARTY.crt (`kanon party init`).
    std::string identity = ".";
    std::string listen{};  ///< where it listens, if not at its address in the agreement
    /// Folder of a rehearsal: identities and addresses of all parties, in place of the agreement's.
    std::string rehearsal{};
    bool force = false;
    ReadOptions read{};
    WriteOptions write{};
    parties::ChannelOptions channel{};
    RunContext context{};
    /// Shown what the protocol tells the others, before anything is sent; false ends the run.
    std::function<bool(const parties::Agreement&)> consent;
};

/// What came of it.
struct PartyOutcome {
    std::string protocol;
    std::string party;
    std::vector<std::string> others;
    std::string agreement_sha256;
    std::uint64_t rows = 0;        ///< of its own table
    std::uint64_t joint_rows = 0;  ///< people that all have
    std::uint64_t released_rows = 0;
    std::uint64_t left_out_rows = 0;   ///< joint ones that are not released
    std::uint64_t held_back_rows = 0;  ///< of all parties; they took no part
    std::uint64_t k = 0;
    std::uint64_t classes = 0;  ///< of the joint release; 0: this party does not get it
    std::uint64_t least_class = 0;
    std::uint64_t greatest_class = 0;
    std::uint64_t steps = 0;
    std::vector<std::pair<std::string, unsigned>> levels;  ///< of its own quasi-identifiers
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
    double seconds = 0;
    std::vector<std::string> proven;     ///< by the auditor, of what this party can see
    std::vector<std::string> relied_on;  ///< what holds if all kept to the protocol
    std::vector<std::string> leakage;    ///< as declared
};

/// Run a party: read, connect, compare agreements, run the protocol, audit, and only then write.
/// Every fault ends all parties with a line of its own; nothing is written then.
/// \throws Error
[[nodiscard]] PartyOutcome run_party(const PartyJob& job);

/// The outcome as JSON, with a schema number.
[[nodiscard]] std::string party_json(const PartyOutcome& outcome);

}  // namespace kanon
