// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/parties/agreement/agreement.hpp"

#include <string>
#include <vector>

namespace kanon::parties {

/// Who rehearses has all tables, and so the union: join the originals by their key, or put them one
/// below the other, and audit the joint release against them in every cell, under the whole policy.
/// Where a protocol leaves rows out that it cannot open, they are suppressed without limit.
/// `inputs`: by place of the party; "" for the miner. `releases`: one of those that all receivers
/// have alike, or one of each party where each releases its own rows. \throws what reading, binding
/// and joining throw
[[nodiscard]] AuditReport audit_rehearsal(const Agreement& agreement,
                                          const std::vector<std::string>& inputs,
                                          const std::vector<std::string>& releases,
                                          const ReadOptions& options,
                                          const RunContext& context);

}  // namespace kanon::parties
