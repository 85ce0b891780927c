// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/list_method.hpp"

namespace kanon::lists {

/// The global recoding that loses least, by trying every cut: the yardstick of the others. Where
/// items may be dropped, each cut is followed by drop_items(), which need not be the best way to
/// drop.
///
/// Optimal anonymization, Terrovitis, Mamoulis, Kalnis, VLDB 2008, section 4.2. Differs: cuts are
/// tried one by one, without the paper's order by which a cut above a good one is skipped; one that
/// loses more than the best known by itself is. \throws Error{bad_policy} if there are more than
/// 100,000 cuts.
[[nodiscard]] ItemLists optimal_cut(const ListTask& task, const RunContext& context);

}  // namespace kanon::lists
