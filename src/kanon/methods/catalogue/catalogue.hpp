// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/task/task.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace kanon {

/// The catalogue, sorted by name.
[[nodiscard]] std::span<const MethodInfo> methods();

/// \throws Error{bad_policy} with the nearest known name.
[[nodiscard]] const MethodInfo& find_method(std::string_view name);

/// Make a method after checking options, objective, models and what it needs against its row. Where
/// the task has a limit for cells, they are starred at the node that the method chooses.
/// \throws Error{bad_policy}
[[nodiscard]] std::unique_ptr<Method> make_method(const MethodInfo& info,
                                                  const Task& task,
                                                  const OptionMap& options);

/// What a release of the task by this method is: its recoding, but where cells are starred at
/// the node that it chooses.
[[nodiscard]] RecodingKind recoding_of(const MethodInfo& info, const Task& task);

}  // namespace kanon
