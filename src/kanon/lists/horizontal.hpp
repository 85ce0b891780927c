// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/list_method.hpp"

namespace kanon::lists {

/// Local recoding: rows in the Gray order of their lists are cut into parts of equal size, and each
/// part is recoded by itself, so that an item may be released in one list and as its group in
/// another. A list that keeps the rule within its part keeps it in the table, for the other parts
/// only add lists that hold the same nodes.
///
/// LRA, Terrovitis, Mamoulis, Kalnis, VLDB Journal 20(1), 2011; reconstructed from what its
/// abstract and later work say of it (bibliography in docs/lists.md). Differs: the number of parts
/// is not given but tried, 1, 4, 16, ... while a part has at least 20 k rows, and the least lossy
/// kept; a rule with l asks for shares, which parts keep as well.
[[nodiscard]] ItemLists local_recoding(const ListTask& task, const RunContext& context);

}  // namespace kanon::lists
