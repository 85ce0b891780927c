// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace kanon {

/// An m-invariant release, as its rows are known from the ledger.
struct InvariantRelease {
    /// The persons, a row each, as the policy is bound to them.
    const Problem& original;
    /// The rows of the release before they are generalized, with their classes, as
    /// detail::bind_classed_rows() binds them: what the release was held against.
    const Problem& classed;
    /// Per row of `classed`: the row of the original; kNoRow: a counterfeit.
    std::span<const std::uint32_t> original_row;
};

/// Derive what m-invariance promises beyond single classes, which audit() judged: each person has
/// one row, which is that of the original; the classes, their persons and their values are those
/// that the ledger has under `at`; and all values around a person are the same in each of its
/// releases, m of that release or more. Adds faults or a finding. Cost O(n m + persons * releases).
void judge_invariance(const InvariantRelease& release,
                      const Ledger& ledger,
                      std::size_t at,
                      AuditReport& report);

}  // namespace kanon
