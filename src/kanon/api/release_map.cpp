// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/release_map.hpp"

#include "kanon/base/error.hpp"

namespace kanon {

engine::ReleaseMap release_map(const Result& result, unsigned threads) {
    const Problem& problem = *result.problem;
    if (problem.policy.has_keyed()) {
        throw Error(ErrorCode::usage,
                    "rows that stay where they are get no pseudonyms and no shifted dates; release "
                    "a table that is read, and not one that is counted elsewhere");
    }
    const bool is_coded = problem.uncoded.column_count() > 0;
    return engine::map_release(is_coded ? problem.uncoded : problem.table,
                               problem.counts,
                               result.whole().release,
                               problem.columns,
                               threads);
}

}  // namespace kanon
