// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/release/recoding/recoding_text.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/result.hpp"

#include <string>

namespace kanon::detail {

/// \throws Error{warned} with every warning that is open, if a run with these options refuses them.
void check_warnings(const Result& result, const AnonymizeOptions& options);

/// Choose and run the method for a problem: the result's, or one with larger classes. \throws Error
/// if there is no recoding in the end, or options do not fit the method.
void search(const Problem& problem,
            Result& result,
            const AnonymizeOptions& options,
            const RunContext& context,
            Stopwatch& watch);

/// In place of solve(): take the decision of another run. \throws Error
void solve_by(const SavedRecoding& saved,
              const std::string& file,
              Result& result,
              const RunContext& context,
              Stopwatch& watch);

}  // namespace kanon::detail
