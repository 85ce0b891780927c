// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/cut.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/list_method.hpp"
#include "kanon/lists/postings.hpp"

namespace kanon::lists {

/// Raise a cut by raise_by_apriori() and drop what even the root does not keep, and what tells of
/// sensitive items. The cut is left as it was raised.
[[nodiscard]] ItemLists raise_and_drop(const ListTask& task,
                                       const Postings& postings,
                                       const RunContext& context,
                                       Cut& cut);

/// Find a cut such that it and dropping what is rare there lose least together.
///
/// Ours; a cut alone must lift whole branches for the sake of a few lists. Tried are the cut that
/// is given, the groups of each height, and the cut of raise_by_apriori(). From the best, groups
/// are lowered (lower_cut()) and raised in turns: raised are those by which more is saved of what
/// is dropped than the group loses, as far as that can be told from the rare sets that hold a node
/// below the group and what is held of them with the group in its place. Every cut on the way is
/// judged by what is really lost. Ends when neither finds a better one. Heuristic. Cost O(cuts *
/// sets of the lists).
[[nodiscard]] ItemLists search_cut(const ListTask& task,
                                   const Postings& postings,
                                   const RunContext& context,
                                   Cut& cut);

}  // namespace kanon::lists
