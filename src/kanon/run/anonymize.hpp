// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/run/anonymize_job.hpp"
#include "kanon/run/result.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

inline constexpr double kProveSeconds = 60;

/// Anonymize a table in memory and prove the release.
/// \throws Error: bad_policy, bad_hierarchy, bad_input, infeasible, timed_out (nothing found before
/// the deadline), cancelled, warned (strict, and a warning is open), audit_failed (a fault of
/// kanon: the release is withheld).
[[nodiscard]] std::unique_ptr<Result> anonymize(Table table,
                                                const Policy& policy,
                                                const RunContext& context,
                                                const AnonymizeOptions& options = {});

/// As anonymize(), with the decision of another run, as recoding_text() gave it, in place of a
/// search: the promises are checked anew on this table. `file` stands in messages and reports.
/// \throws Error as anonymize(); bad_input if the text is no recoding, or not one for this table.
[[nodiscard]] std::unique_ptr<Result> apply_recoding(Table table,
                                                     const Policy& policy,
                                                     std::string_view text,
                                                     const std::string& file,
                                                     const RunContext& context);

}  // namespace kanon
