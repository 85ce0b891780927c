// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/cut.hpp"
#include "kanon/lists/list_method.hpp"

namespace kanon::lists {

/// Take the children of groups in their place, wherever more is saved than has to be dropped for
/// it: the lists that hold a child in some rare set, each taken `caution` times, for what is
/// dropped makes other sets rare. Without dropping, where no set becomes rare. What the raising of
/// one group for another's sake left too high comes down again.
///
/// The groups that save most come first; goes on until none is left. Cost O(passes * groups * sets
/// of at most m nodes with a child).
void lower_cut(const ListTask& task, double caution, const RunContext& context, Cut& cut);

}  // namespace kanon::lists
