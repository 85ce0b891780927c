// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_classes.hpp"
#include "kanon/task/task.hpp"

#include <memory>

namespace kanon::classes {

/// make_mondrian() with `ties: by-name` by questions, see make_asked_classes().
[[nodiscard]] std::unique_ptr<AskedClasses> make_asked_mondrian(const Task& task);

}  // namespace kanon::classes
