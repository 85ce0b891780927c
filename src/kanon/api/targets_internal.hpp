// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

namespace kanon::detail {

/// \throws Error{usage} if a target of the job would overwrite what the job reads (table, policy,
/// hierarchy files, recoding), under whatever name, or another of its targets; Error{bad_input} if
/// there is no input.
void check_targets(const AnonymizeJob& job);

}  // namespace kanon::detail
