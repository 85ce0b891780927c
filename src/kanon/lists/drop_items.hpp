// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/rare_sets.hpp"

#include <cstdint>
#include <vector>

namespace kanon::lists {

/// Leave nodes out of single lists until the rule holds: those in which most of the list's rare
/// sets meet, of several the one that fewest lists hold. A node that is left out of one list stays
/// in others, for whoever misses it there cannot tell whether the person has it: see docs/lists.md
/// for why the promise holds all the same (the lists of Terrovitis et al. lose an item everywhere
/// or nowhere).
///
/// `sensitive[node]`: whoever knows the node knows that the person has a sensitive item; looked at
/// where rule.l > 1. Ends, for every turn leaves something out. Same result for any number of
/// threads. \throws Error{cancelled}
[[nodiscard]] ItemLists drop_items(ItemLists lists,
                                   std::size_t nodes,
                                   const std::vector<bool>& sensitive,
                                   const ListRule& rule,
                                   const RunContext& context);

}  // namespace kanon::lists
