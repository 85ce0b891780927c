// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"    // IWYU pragma: export
#include "kanon/api/verify.hpp"  // IWYU pragma: export
#include "kanon/table/table.hpp"

#include <string>

/// What the other verbs of the command line find, as the JSON that they write. Targets that a job
/// names are written as well: all are checked first and get their names last; on any error none is
/// touched. \throws Error as make_release()
namespace kanon {

/// What the auditor finds of a release; docs/audit.md. verify() gives it as data.
[[nodiscard]] std::string verification_of(const VerifyJob& job);

/// How risky a table is, before and after a release; docs/risk.md.
[[nodiscard]] std::string risk_of(const RiskJob& job);

/// What a release is still good for; docs/evaluate.md.
[[nodiscard]] std::string evaluation_of(const EvaluateJob& job);

/// The lattice of full-domain recodings; docs/explore.md.
[[nodiscard]] std::string exploration_of(const ExploreJob& job);

/// Methods and promises side by side; docs/compare.md.
[[nodiscard]] std::string comparison_of(const CompareJob& job);

/// Count tables, and what the auditor found of them.
struct ProtectedCounts {
    std::string json;
    Table tables;  ///< all as one, a row for each cell
};

/// Count tables whose small counts cannot be found out, or those of TabulateJob::check, judged;
/// docs/tabulate.md. Nothing is written.
[[nodiscard]] ProtectedCounts tabulation_of(const TabulateJob& job);

}  // namespace kanon
