// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/fault_log.hpp"
#include "kanon/audit/lists/released_lists.hpp"

#include <cstdint>

namespace kanon::auditing {

/// What counting found of released lists.
struct KnownItems {
    std::uint64_t sets = 0;           ///< of up to m items that some list of a class holds
    std::uint64_t least_support = 0;  ///< of these; 0 where there are none
    double worst_share = 0;           ///< of lists with a known set that hold a sensitive item
};

/// Count, class by class, the lists that hold each set of up to m released items, and of these
/// those with each sensitive item that is not in the set. A fault for each set that fewer than k
/// lists hold, and for each sensitive item in more than one of l.
///
/// Counts by sorting all sets that begin with an item, and shares no code with the search. Cost
/// O(s log s) for the s sets of all lists, memory that of the sets with one item. Same result for
/// any number of threads.
[[nodiscard]] KnownItems count_known_items(const ListEvidence& lists, FaultLog& log);

}  // namespace kanon::auditing
