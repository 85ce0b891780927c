// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/parties/agreement/agreement.hpp"
#include "kanon/parties/run/party_run.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kanon::parties {

/// Names of parties, and the files of their tables.
using NamedInputs = std::vector<std::pair<std::string, std::string>>;

/// The files by place, "" for the miner. \throws Error{usage} if a party has none, or two
[[nodiscard]] std::vector<std::string> rehearsal_inputs(const Agreement& agreement,
                                                        const NamedInputs& inputs);

/// A folder for PARTY.csv and PARTY.json of each is there, and none of them is what a party reads.
/// \throws Error{bad_output, usage}
void check_rehearsal_folder(const Agreement& agreement,
                            const std::vector<std::string>& inputs,
                            const std::string& folder);

/// The release in that folder that all receivers have alike, or those of all where each party has
/// its own.
[[nodiscard]] std::vector<std::string> rehearsal_releases(const Agreement& agreement,
                                                          const std::string& folder);

/// What one who has all tables rehearses.
struct RehearsalJob {
    std::string agreement;  ///< file
    NamedInputs inputs;
    std::string private_folder;  ///< that nobody else can look into, for keys
    std::string output;          ///< folder for PARTY.csv and PARTY.json; "": the private one
    bool force = false;
    RunContext context{};
};

struct Rehearsal {
    std::vector<PartyOutcome> outcomes;  ///< by place
    AuditReport audit;                   ///< see audit_rehearsal()
};

/// Run all parties in this process, a thread each, over TLS on the loopback address, as they would
/// between machines; then audit the joint release. \throws Error: `party 'NAME': ...` of the party
/// that failed by itself, and not because another one stopped
[[nodiscard]] Rehearsal rehearse(const RehearsalJob& job);

}  // namespace kanon::parties
