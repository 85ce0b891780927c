// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/disclosed_rows.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"
#include "kanon/risk/assessment.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {

/// Wall-clock seconds of each stage.
struct StageSeconds {
    double read = 0;
    double bind = 0;  ///< hierarchies, row types
    double solve = 0;
    double apply = 0;
    double audit = 0;
    double evaluate = 0;  ///< where that was asked for
    double write = 0;
    double total = 0;
};

/// What a search for a limit of the average risk did: it looked for larger classes than promised.
struct RaisedK {
    std::uint64_t k = 0;               ///< by which the release was made
    std::vector<std::uint64_t> tried;  ///< in their order
};

/// What is known of a run beside what it made: how it went, and where things lie.
struct RunFacts {
    std::string method;      ///< catalogue name of what ran, or `apply`
    std::string method_why;  ///< `auto`: why it was chosen; else ""
    std::string proof_note;  ///< `--prove` in vain: what it tried and why it gave up; else ""
    /// Without a policy: what it would have cost to protect the sensitive columns that are not
    /// protected; "" where all are.
    std::string protection_note;
    std::vector<Tried> tried;  ///< `auto`: in the order tried
    std::string recoding;      ///< of the method's row: full-domain, ...
    std::string applied_from;  ///< the file whose recoding was applied in place of a search, or ""
    std::vector<std::string> inputs;        ///< as they may be shown: no user, no text of a query
    std::vector<std::string> outputs;       ///< likewise; none: the release stays in memory
    std::string summary_path;               ///< "" if none
    std::string report_path;                ///< "" if none
    std::string recoding_path;              ///< "" if none
    std::vector<std::string> input_sha256;  ///< of each file read, in hexadecimal digits; or none
    std::string release_sha256;             ///< of the released file, or ""
    std::string date;                       ///< of the run, as it is to be stated, or ""
    std::string title;                      ///< of the report, or ""
    /// What was decided without being asked, one line each, beside what binding decided.
    std::vector<std::string> assumptions;
    std::vector<Warning> warnings;  ///< likewise, accepted ones among them
    bool dry_run = false;           ///< nothing was written: the paths are where it would have been
    std::vector<DisclosedRows> disclosed;  ///< of every sensitive column
    risk::BeforeAfter risk;
    std::optional<RaisedK> raised_k{};  ///< none: the promised k was enough
    StageSeconds seconds;
    double peak_rss_mb = 0;
    unsigned threads = 1;
    std::uint64_t seed = 1;
    std::string version;
    std::string command;  ///< a command line that repeats the run
};

/// Everything a report may say of one run: a look at what the run made, to be made anew for each
/// use (record_of()). Pointers are not owned and outlive the record's use.
struct RunRecord : RunFacts {
    const Problem* problem = nullptr;
    const Policy* policy = nullptr;
    const Outcome* outcome = nullptr;
    const Release* release = nullptr;          ///< null: its rows are not in memory
    const ReleasedClasses* classes = nullptr;  ///< of the release; null: made anew where needed
    const AuditReport* audit = nullptr;
    const Evaluation* evaluation = nullptr;  ///< null: nobody asked
};

/// Everything that was decided without being asked: in binding, then in the run.
[[nodiscard]] std::vector<std::string> assumptions_of(const RunRecord& record);

/// Every warning: of binding, then of the run.
[[nodiscard]] std::vector<Warning> warnings_of(const RunRecord& record);

/// The gap between value and bound: (value - bound) / value, 0 if both are 0, none without a bound.
[[nodiscard]] std::optional<double> gap_of(const Outcome& outcome);

}  // namespace kanon
