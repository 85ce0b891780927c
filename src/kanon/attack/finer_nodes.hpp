// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/attack/minimality.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace kanon {

struct MinimalityReport {
    attack::MinimalityFindings findings;
    std::string column;             ///< sensitive; "": no promise looks at values
    double bound = 0;               ///< that findings are held against
    std::size_t finer_nodes = 0;    ///< next below the release
    std::size_t finer_by_size = 0;  ///< of these: break a promise by numbers of rows alone
};

namespace attack {

/// The release must be a full-domain recoding of every row. A finer node of which more rows than
/// may be suppressed are in classes too small for any promise is broken whatever the values are,
/// and tells nothing. 	hrows Error{bad_input}: as linkage(), or no such release;
/// Error{bad_policy}: promises of several columns or of persons or a population, or that unions
/// of classes need not keep, rows that may be suppressed where values decide, more than 12 nodes
/// that values decide; Error{usage}: no bound follows from the policy
/// `bound`: the greatest credibility that is promised; none: as the promises say.
/// \pre the release has every quasi-identifier, and its rows are traced
[[nodiscard]] MinimalityReport minimality_of(const Problem& problem,
                                             const ReleasedClasses& classes,
                                             std::optional<double> bound,
                                             const RunContext& context);

}  // namespace attack
}  // namespace kanon
