// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/keyed_task.hpp"
#include "kanon/table/code_vector.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kanon::parties {

/// Labels of a class attribute, numbered in the order of its values.
struct RowLabels {
    std::span<const Code> labels;  ///< one per row
    std::size_t count = 0;         ///< labels are below this
};

/// The task with every row a row type of its own: type i is row order[i] of the party's, and has
/// label i of the class attribute, which is all that is tracked.
[[nodiscard]] Task task_of_single_rows(const KeyedTask& own,
                                       std::span<const std::uint32_t> order,
                                       const RowLabels& of_class);

}  // namespace kanon::parties
