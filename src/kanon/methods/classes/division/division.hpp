// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/contract/method.hpp"

#include <vector>

namespace kanon::classes {

/// What a release of these classes loses by the task's objective; infinite if more rows would be
/// suppressed than may be, or no class be released. Cost as cells_lost(), for other objectives than
/// gcp and lm as recode_classes().
[[nodiscard]] double loss_if_released(const Task& task,
                                      const std::vector<Axis>& axes,
                                      const TypePartition& partition,
                                      unsigned threads);

/// divide_types() by what parts are, and where it matters also by what they can become
/// (StarredParts): rows that are left starred throughout then go to other classes (mend_starred()).
/// The classes that lose less, the first of equals. Of tables of more than 2^18 cells (row types
/// times attributes) the second is asked only where the first finds no release, or one class; where
/// marginals decide every class (Splitting::by_name), never. Cost
/// twice that of divide_types() at most, and as mend_starred().
[[nodiscard]] TypePartition divide_by_prospect(const Task& task,
                                               const std::vector<Axis>& axes,
                                               const Splitting& splitting,
                                               const RunContext& context);

/// Divide the row types top down, by divide_by_prospect(), and release every class by its own
/// values: what the methods that divide have in common. The bound is class_loss_bound() with that
/// effort.
[[nodiscard]] Outcome divided_outcome(const Task& task,
                                      const Splitting& splitting,
                                      const BoundEffort& bound_effort,
                                      const RunContext& context);

}  // namespace kanon::classes
