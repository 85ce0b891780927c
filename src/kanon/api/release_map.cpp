// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/release_map.hpp"

namespace kanon {

engine::ReleaseMap release_map(const Result& result, unsigned threads) {
    const Problem& problem = *result.problem;
    const bool is_coded = problem.uncoded.column_count() > 0;
    return engine::map_release(is_coded ? problem.uncoded : problem.table,
                               problem.counts,
                               result.whole().release,
                               problem.columns,
                               threads);
}

}  // namespace kanon
