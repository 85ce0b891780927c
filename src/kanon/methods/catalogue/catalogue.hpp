// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_classes.hpp"
#include "kanon/methods/contract/asked_nodes.hpp"
#include "kanon/methods/contract/joint_specialization.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
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

/// One of several who specialize their columns together as the method top-down would the joined
/// table. Each row is a row type of its own in `task`, which has the class attribute; quasi-
/// identifier j is places[j] of the `attributes` that all have together. Borrows the task.
/// \pre what fails a model of the task fails it in every part, and its values all occur
[[nodiscard]] std::unique_ptr<JointSpecialization> make_joint_specialization(
    const Task& task, std::span<const std::size_t> places, std::size_t attributes);

/// The method mondrian with `ties: by-name` by questions about counts. The task needs no row types.
/// \throws Error{bad_policy} for what these cannot decide: other models than k-anonymity, rows
/// or cells that may be suppressed, greatest levels below the top, the objective cm; and objectives
/// that mondrian has not
[[nodiscard]] std::unique_ptr<AskedClasses> make_asked_classes(const Task& task);

/// The method optimal by questions about counts, without rows suppressed. The task needs no row
/// types; it is borrowed. \throws Error{bad_policy} for what these cannot decide: other models than
/// k-anonymity, rows or cells that may be suppressed, objectives that look at more than columns or
/// that optimal has not
[[nodiscard]] std::unique_ptr<AskedNodes> make_asked_nodes(const Task& task);

/// What a release of the task by this method is: its recoding, but where cells are starred at
/// the node that it chooses.
[[nodiscard]] RecodingKind recoding_of(const MethodInfo& info, const Task& task);

}  // namespace kanon
