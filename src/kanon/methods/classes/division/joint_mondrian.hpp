// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/marginal_classes.hpp"
#include "kanon/task/task.hpp"

#include <memory>

namespace kanon::classes {

/// make_mondrian() with `ties: by-name` from marginals alone, see make_marginal_classes().
[[nodiscard]] std::unique_ptr<MarginalClasses> make_joint_mondrian(const Task& task);

}  // namespace kanon::classes
