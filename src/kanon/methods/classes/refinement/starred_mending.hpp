// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/task/task.hpp"

#include <vector>

namespace kanon::classes {

/// Where more rows are in classes starred throughout, beside others, than may be suppressed: move
/// their row types one by one to the classes whose loss rises least, and that then hold and are not
/// starred throughout. Types that find none stay. Where that were very much to look at, and where
/// parts do not hold, nothing is changed. Cost O(s c m) for s such types and c classes, and memory
/// O(t m). Same result for any thread count. \pre no shares
void mend_starred(const Task& task, const std::vector<Axis>& axes, TypePartition& partition);

}  // namespace kanon::classes
