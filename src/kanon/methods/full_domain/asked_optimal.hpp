// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_nodes.hpp"
#include "kanon/task/task.hpp"

#include <memory>

namespace kanon::full_domain {

/// make_optimal() by questions, see make_asked_nodes(). Borrows the task.
[[nodiscard]] std::unique_ptr<AskedNodes> make_asked_optimal(const Task& task);

}  // namespace kanon::full_domain
