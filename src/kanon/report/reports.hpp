// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/inspection.hpp"
#include "kanon/report/record.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon {

/// The run as a text table for a terminal: assumed, promised, proven, lost, where files lie.
[[nodiscard]] std::string text_report(const RunRecord& record);

/// How a brief report is laid out.
struct BriefLayout {
    std::size_t width = 0;  ///< of a line, in code points; 0: lines are not wrapped
    std::size_t most_lines = 30;
    std::string next;  ///< what to type next; "": nothing is suggested
};

/// The run for a terminal, the verdict first: what was released, promised and lost, the open
/// warnings with their remedies, what was assumed, where files lie, what to type next. What has no
/// room is counted and left out; text_report() has all.
[[nodiscard]] std::string brief_report(const RunRecord& record, const BriefLayout& layout);

/// The version of the summary's form, its key `schema`. A summary without that key is of version 1.
inline constexpr unsigned kSummarySchema = 2;

/// The run as summary JSON; keys are documented in docs/summary.md and stable.
[[nodiscard]] std::string json_summary(const RunRecord& record);

/// The run as one HTML file without outside links: promised and proven, loss per attribute, class
/// sizes and distributions before and after (inline SVG), what was suppressed, policy, how to
/// repeat it. Values of fewer than k rows are pooled as "other"; no value of an identifying column
/// or of a suppressed row alone is shown. \throws Error{usage} where the released rows are not in
/// memory (a release made partition by partition)
[[nodiscard]] std::string html_report(const RunRecord& record);

/// What the auditor found as JSON: verdict (`holds`, `broken`, `undecided`), checks, proofs,
/// faults, what could not be decided, notes, and the counts of rows and classes; docs/audit.md.
[[nodiscard]] std::string audit_json(const AuditReport& audit);

/// What a look at a table suggests, as `kanon inspect --json` writes it. `said`: lines on the
/// reading.
[[nodiscard]] std::string inspection_json(const Inspection& inspection,
                                          const std::vector<std::string>& said);

/// The attacks that each proof rules out, one line each: `excludes homogeneity: ...`.
[[nodiscard]] std::vector<std::string> exclusion_lines(const AuditReport& audit);

}  // namespace kanon
