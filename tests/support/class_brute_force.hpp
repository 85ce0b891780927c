// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/task/task.hpp"

namespace kanon::test {

/// The least gcp of all ways to put the row types into classes that keep every model, types whole:
/// by dynamic programming over sets of types. Cost O(3^t). \pre at most 14 row types, no
/// suppression
[[nodiscard]] double least_class_gcp(const Task& task);

}  // namespace kanon::test
