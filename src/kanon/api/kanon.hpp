// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/base/shell_word.hpp"
#include "kanon/base/suggest.hpp"
#include "kanon/base/utf8.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/io/table_file.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/inspection.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/report/record.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/result.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The public face: a job in, a proven release out.
namespace kanon {

/// The whole road: read, bind, solve, apply, audit, and only then write output, summary, report.
/// All targets are checked first and moved into place last; on any error none is touched.
[[nodiscard]] std::unique_ptr<Result> run_job(const AnonymizeJob& job);

/// Make sure that writing `target` leaves what is read from `input` (see input.hpp).
/// `what` is the target's name in the message. \throws Error{usage}, Error{bad_input}
void check_target(const std::string& what, const std::string& target, const std::string& input);

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
    AuditOptions audit;
    RunContext context;
    /// Where original and release are distinct pairs of rows: rows that each stands for, one for
    /// each row of the original, see audit_pairs(). Empty: they are single rows.
    std::vector<std::uint64_t> counts{};
};

[[nodiscard]] AuditReport verify(const VerifyJob& job);

}  // namespace kanon
