// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/cut.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/list_method.hpp"
#include "kanon/lists/postings.hpp"

#include <cstddef>

namespace kanon::lists {

/// Raise a cut until no set of up to `most` released nodes is rare, by sets of one node first, then
/// of two, and so on; for each rare set by those nodes whose raising loses least and makes it be
/// held often enough.
///
/// Apriori-based anonymization, Terrovitis, Mamoulis, Kalnis, VLDB 2008, section 4.4. Differs: the
/// supports of candidates are counted by intersecting the rows of their nodes, where the paper
/// keeps a count tree of all generalizations of all lists; lists are counted again after each pass
/// over the rare sets, in place of the paper's one pass. Ends with the root for every item where
/// nothing else holds. Cost O(passes * sets of the lists + rare sets * (levels + 1)^most).
void raise_by_apriori(const ListTask& task,
                      const Postings& postings,
                      std::size_t most,
                      const RunContext& context,
                      Cut& cut);

/// Global recoding by raise_by_apriori(); where items may be dropped, by search_cut() in its place
/// if that loses less.
[[nodiscard]] ItemLists apriori(const ListTask& task, const RunContext& context);

}  // namespace kanon::lists
