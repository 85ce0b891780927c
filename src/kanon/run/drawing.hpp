// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <functional>

namespace kanon::detail {

/// Draws that are tried in all. Each that is thrown away makes what is released a little less than
/// uniform, so there are few.
inline constexpr int kMostDraws = 20;

/// Draw for an assignment until every model holds over its candidates and `accept` says so too.
/// \throws Error{infeasible} if none of the draws does, or the members of a record break a model
/// whatever is drawn
void draw_until(const Task& task,
                AssignmentRecoding& recoding,
                SecretRandom& random,
                const RunContext& context,
                const std::function<bool()>& accept);

}  // namespace kanon::detail
