// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/task/task.hpp"

#include <memory>

namespace kanon {

/// The task whose promises against each adversary are kept by every class over all
/// quasi-identifiers: what an adversary cannot tell apart is a union of such classes. A release of
/// it is one of the task; the least loss may be smaller there.
[[nodiscard]] Task task_of_classes(const Task& task);

/// A method that is asked to solve task_of_classes() of the task it is given. What it proves is of
/// that task, so an optimum is no more than a release here, and there is no bound.
[[nodiscard]] std::unique_ptr<Method> keep_in_classes(std::unique_ptr<Method> method);

}  // namespace kanon
