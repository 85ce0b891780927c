// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/policy/policy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon {

/// Audit a release against its original under a policy. Where one of them is in a database, rows
/// may stand in any order; of counted pairs row i of the release is of row i of the original.
struct VerifyJob {
    std::string original;
    std::string release;
    /// "" or a summary JSON: its row counts are held against the files, and rows may stand in any
    /// order if it says that they were shuffled.
    std::string summary;
    Policy policy;
    ReadOptions read;          ///< of the original
    ReadOptions read_release;  ///< types and missing marks are those of the original's policy
    /// Files of the secret keys under which the policy codes columns: what they make is derived
    /// again. Without them it is only held to be one-to-one, or one shift for each person.
    std::vector<std::string> keys{};
    /// "": none; else the file of a ledger: the release is found in it, and all of its releases are
    /// held against each other.
    std::string ledger{};
    AuditOptions audit;
    RunContext context;
    /// Where original and release are distinct pairs of rows: rows that each stands for, one for
    /// each row of the original, see audit_pairs(). Empty: they are single rows.
    std::vector<std::uint64_t> counts{};
};

[[nodiscard]] AuditReport verify(const VerifyJob& job);

}  // namespace kanon
