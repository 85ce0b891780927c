// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/task/task.hpp"

#include <cstddef>
#include <vector>

namespace kanon::classes {

/// The numbers of the attributes in the order of their names: what goes by it does not depend on
/// the order of the columns.
[[nodiscard]] std::vector<std::size_t> axes_by_name(const Task& task);

}  // namespace kanon::classes
