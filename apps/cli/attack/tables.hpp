// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/linked.hpp"

#include "attack_flags.hpp"

namespace kanon::cli {

/// Join all tables of a release; `job` says whose. \throws Error if `json` is one of them
[[nodiscard]] AttackOutcome attack_linked_release(const linked::LinkedVerifyJob& job,
                                                  const AttackFlags& flags);

}  // namespace kanon::cli
