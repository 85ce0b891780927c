// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/problem/problem.hpp"

#include "support/naive_auditor.hpp"

#include <vector>

namespace kanon::test {

/// Expect what was found to be what it says: by the auditor, and by a second one that sees nothing
/// but texts and counts loss and classes anew. `models` are the problem's for that one.
void expect_judged_good(const Problem& problem,
                        const Outcome& outcome,
                        const std::vector<NaiveModel>& models);

/// The released rows as texts.
[[nodiscard]] TextRows texts(const Release& release);

}  // namespace kanon::test
