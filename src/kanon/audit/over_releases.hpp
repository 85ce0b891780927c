// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"

#include <cstddef>

namespace kanon {

/// What a release would add to a ledger: the class of each person that is not suppressed.
/// \pre the release says which rows it has, or row i of it is row i of the problem, which has
/// persons
[[nodiscard]] Ledger::Release ledger_release_of(const Problem& problem,
                                                const Release& release,
                                                const ReleasedClasses& classes,
                                                const Ledger& ledger);

/// True if two releases are of the same persons in the same classes, whatever these are numbered.
[[nodiscard]] bool same_classes(const Ledger::Release& one, const Ledger::Release& other);

/// Hold all releases of a ledger against each other: for each person the classes that it was in are
/// intersected, one after the other, and as many must be left as the k of the last release that has
/// the person. Adds a fault of `ledger`, or a finding. Cost O(persons * class size * releases).
void judge_over_releases(const Ledger& ledger, AuditReport& report);

}  // namespace kanon
