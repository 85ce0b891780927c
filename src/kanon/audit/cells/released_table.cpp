// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/released_table.hpp"

#include <utility>

namespace kanon {

Release release_from_table(Table released, const Problem& problem) {
    Release release;
    for (const std::string_view name : released.names()) {
        release.original_column.push_back(problem.table.find(name).value_or(kNoOriginalColumn));
    }
    release.table = std::move(released);
    return release;
}

}  // namespace kanon
