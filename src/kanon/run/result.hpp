// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/released_classes.hpp"
#include "kanon/report/record.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// The version, e.g. `0.1.0`.
[[nodiscard]] std::string_view version();

/// A release with everything that is known of it. Movable, not copyable; nothing in it points to
/// it.
struct Result {
    /// The table was solved in pieces in its database: there are figures, but neither rows nor a
    /// recoding, and the problem tells of each column by itself.
    bool is_in_partitions = false;
    std::unique_ptr<Problem> problem;
    Policy policy;
    Outcome outcome;
    Release release;
    /// Of the release, as auditor and reports see them; none after a job that writes no report.
    std::optional<ReleasedClasses> classes;
    AuditReport audit;
    std::optional<Evaluation> evaluation;  ///< if it was asked for
    RunFacts facts;
};

/// What text_report(), json_summary() and html_report() take: a look at the result, good until the
/// result is moved, changed or gone.
[[nodiscard]] RunRecord record_of(const Result& result);

/// The released rows as they are to be written: in random order where the problem says so, drawn by
/// this seed, see SecretRandom; else in that of the original. Counted ones are written as often as
/// they count.
[[nodiscard]] Table table_to_write(const Result& result,
                                   const std::optional<std::uint64_t>& secret_seed = {});

/// The same for a caller who holds the result alone. \throws Error{usage} where the rows are not in
/// memory, since they were written where the original is
[[nodiscard]] Table released_table(const Result& result,
                                   const std::optional<std::uint64_t>& secret_seed = {});

/// The policy that gives the release again, from wherever it is read and of whatever kind of table:
/// what the run decided by itself is in it, and its files have absolute paths.
[[nodiscard]] Policy repeating_policy(const Result& result);

/// What a release loses by an objective, whatever the run worked for; none where that is not
/// defined for it. Counts and losses are the auditor's.
[[nodiscard]] std::optional<double> loss_by(Objective objective, const Result& result);

/// The decision of a run as text, to be applied to another table; docs/recoding.md has the form. It
/// holds nothing that the release withholds. \throws Error{usage} for a table solved in pieces
[[nodiscard]] std::string recoding_text(const Result& result);

}  // namespace kanon
