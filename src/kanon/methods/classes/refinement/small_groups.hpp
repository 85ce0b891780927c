// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clustering.hpp"

#include <vector>

namespace kanon::classes {

/// Bring groups of too few rows to the rows that the run asks of a cluster, as described at
/// make_top_down_greedy(): by types of another group or by all of one, whichever loses less. Groups
/// that join another have no rows then. Stops where the run does. Cost O(g s m) for g groups of
/// which s are too small, and what giving groups have.
void repair_small_groups(ClusterRun& run, std::vector<Cluster>& groups);

}  // namespace kanon::classes
