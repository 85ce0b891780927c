// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"
#include "kanon/run/result.hpp"

namespace kanon::detail {

/// Put generalized lists in place of a release's column of lists, if the problem has one: those of
/// each class by themselves, by the method that the policy names; suppressed rows have a star.
/// `classes` are the release's. False: the time was up before the search for better lists ended.
/// \throws Error{bad_policy} as the method, Error{cancelled}
[[nodiscard]] bool release_lists(const Problem& problem,
                                 const ReleasedClasses& classes,
                                 const RunContext& context,
                                 Release& release);

/// Warn where lists lose more than half of their detail. \pre the release is audited
void warn_of_list_loss(Result& result);

}  // namespace kanon::detail
