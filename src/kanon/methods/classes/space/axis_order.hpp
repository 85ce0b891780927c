// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <vector>

namespace kanon::classes {

/// The numbers of the attributes in the order of their names: what goes by it does not depend on
/// the order of the columns.
[[nodiscard]] std::vector<std::size_t> axes_by_name(const Task& task);

/// The numbers of the axes, those first on which types far apart in their order lose most together:
/// what is a sum over the axes is soon too much by it.
[[nodiscard]] std::vector<std::size_t> axes_dearest_first(const TypeSpace& space);

}  // namespace kanon::classes
