// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/list_method.hpp"

namespace kanon::lists {

/// Global recoding by parts of the domain: the items below each child of the root are recoded by
/// themselves, as if the lists held no others, and then all of them together, from the cut that
/// these gave.
///
/// VPA, Terrovitis, Mamoulis, Kalnis, VLDB Journal 20(1), 2011; reconstructed. Differs: parts are
/// the subtrees below the root, where the paper takes a level; the rows stay in memory.
[[nodiscard]] ItemLists vertical_partitioning(const ListTask& task, const RunContext& context);

}  // namespace kanon::lists
