// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/verify.hpp"
#include "kanon/audit/audit_report.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/policy/warnings.hpp"
#include "kanon/run/anonymize_job.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// kanon for programs in C++: a table and a policy in, a release that is proven out. Beside this
/// header, <kanon/tables.hpp> has tables in memory, and <kanon/verbs.hpp> what else the command
/// line can do. docs/cpp.md has examples.
namespace kanon {

/// The version of the library, e.g. `0.1.0`.
[[nodiscard]] std::string_view library_version();

/// A release that the auditor has proven, and what is known of it. Movable, not copyable. One
/// thread at a time may look at it. After a move only assignment and destruction are allowed.
class ProvenRelease {
public:
    explicit ProvenRelease(std::unique_ptr<const Result> result);
    ~ProvenRelease();
    ProvenRelease(ProvenRelease&& other) noexcept;
    ProvenRelease& operator=(ProvenRelease&& other) noexcept;
    ProvenRelease(const ProvenRelease&) = delete;
    ProvenRelease& operator=(const ProvenRelease&) = delete;

    /// The released rows, in the order in which they are written. \throws Error{usage} where they
    /// are not in memory, since they were written where the original is
    [[nodiscard]] Table table() const;

    /// What was proven.
    [[nodiscard]] const AuditReport& audit() const;

    /// By the objective of the policy; 0 is lossless.
    [[nodiscard]] double loss() const;

    /// No release of this kind loses less; none where that is not known.
    [[nodiscard]] std::optional<double> lower_bound() const;

    /// Name of the method that made it.
    [[nodiscard]] std::string method() const;

    /// What was decided without being asked, one line each.
    [[nodiscard]] std::vector<std::string> assumptions() const;

    /// Accepted ones among them.
    [[nodiscard]] std::vector<Warning> warnings() const;

    /// The policy that gives the same release of the same table, with what was decided in it.
    [[nodiscard]] Policy policy() const;

    /// The decision as text, to be applied to another table (AnonymizeJob::apply_recoding);
    /// docs/recoding.md. \throws Error{usage} for a release made partition by partition
    [[nodiscard]] std::string recoding() const;

    /// As JSON (docs/summary.md), in words, and as one page of HTML (docs/report.md).
    [[nodiscard]] std::string summary() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string report() const;

private:
    std::unique_ptr<const Result> result_;
};

/// Read what a job names, make a release, prove it, and only then write. All targets are checked
/// first and get their names last; on any error none is touched.
/// \throws Error: usage, bad_policy, bad_hierarchy, bad_input, bad_output, infeasible, timed_out
/// (nothing found before the deadline), cancelled, warned (strict, and a warning is open),
/// audit_failed (a fault of kanon: the release is withheld)
[[nodiscard]] ProvenRelease make_release(const AnonymizeJob& job);

/// The same of a table in memory, of which nothing is written.
[[nodiscard]] ProvenRelease make_release(Table table,
                                         const Policy& policy,
                                         const RunContext& context = {},
                                         const AnonymizeOptions& options = {});

/// Roles, hierarchies and a promise for a table of which nobody said anything, by what its columns
/// look like (docs/inspect.md): to be read and corrected before a release is made by it.
[[nodiscard]] Policy suggested_policy(const Table& table, const RunContext& context = {});

}  // namespace kanon
