// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"
#include "kanon/report/record.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace kanon {

/// The version, e.g. `0.1.0`.
[[nodiscard]] std::string_view version();

/// A release of a table whose row types are held together: its rows are here, or those that are
/// alike as one.
struct WholeRelease {
    Release release;
    /// Of the release, as auditor and reports see them; none after a job that writes no report.
    std::optional<ReleasedClasses> classes;
};

/// A release that was made partition by partition, and written where the original is: its rows are
/// there alone, and no recoding of a partition is kept. The problem tells of each column by itself.
struct PartitionedRelease {
    std::size_t partitions = 0;
};

/// A release with everything that is known of it. Movable, not copyable; nothing in it points to
/// it.
struct Result {
    std::unique_ptr<const Problem> problem;  ///< as it was bound
    Policy policy;
    Outcome outcome;  ///< without a recoding where partitions have one each
    std::variant<WholeRelease, PartitionedRelease> made;
    AuditReport audit;
    std::optional<Evaluation> evaluation;  ///< if it was asked for
    RunFacts facts;

    [[nodiscard]] bool is_whole() const { return std::holds_alternative<WholeRelease>(made); }

    /// \throws Error{usage} where the release was made partition by partition
    [[nodiscard]] const WholeRelease& whole() const;
    [[nodiscard]] WholeRelease& whole();
};

/// What text_report(), json_summary() and html_report() take: a look at the result, good until the
/// result is moved, changed or gone.
[[nodiscard]] RunRecord record_of(const Result& result);

/// What the release is still good for, as `AnonymizeOptions::evaluate` asks for. \throws
/// Error{usage} where it was made partition by partition, Error as evaluate_audited()
[[nodiscard]] Evaluation evaluate(const Result& result, const RunContext& context);

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
/// holds nothing that the release withholds. \throws Error{usage} for a release made partition by
/// partition
[[nodiscard]] std::string recoding_text(const Result& result);

}  // namespace kanon
