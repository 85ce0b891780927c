// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/objective.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/task/task.hpp"

namespace kanon {

/// What a release by a local recoding would lose, from the counts of the task alone; levels are
/// left out. As the measures of the release, but for the order in which losses are added. \pre the
/// recoding is local. Cost O(t m), plus the tuples of tracked values where there is a class
/// attribute.
[[nodiscard]] LossFacts loss_facts(const Task& task, const RecodingView& recoding);

}  // namespace kanon
