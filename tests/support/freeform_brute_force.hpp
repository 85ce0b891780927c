// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <string>

namespace kanon::test {

/// The least mean loss of all regular graphs whose records have k members of different persons
/// each; infinite if there is none. Every record has the row of its number, for records have no
/// names and each such graph has a perfect matching. Exponential: some 8 rows.
[[nodiscard]] double least_freeform_loss(const Task& task);

/// The mean loss of the records, computed anew from what their members have.
[[nodiscard]] double freeform_loss(const Task& task, const AssignmentRecoding& recoding);

/// What is wrong with the graph: it is not regular, or a record has a row or a person twice, or
/// a value is missing; "" if nothing is.
[[nodiscard]] std::string fault_of_graph(const Task& task, const AssignmentRecoding& recoding);

}  // namespace kanon::test
