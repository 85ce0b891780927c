// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::parties {

/// A party's own columns as a joint release shows them, row by row, and what its auditor found.
struct ReleasedSite {
    Table table;                      ///< its rows in their own order; identifying columns are gone
    std::vector<std::string> proven;  ///< a line each
};

/// Spell each quasi-identifier as its recoding says, and audit what came of it: every value covers
/// its original, other columns are unchanged or coded as agreed. Stars throughout are no suppressed
/// rows here, for other parties' columns stand beside them. `released`: the rows that are,
/// ascending; the others count as suppressed. Cost O(n m). \throws Error{audit_failed}
[[nodiscard]] ReleasedSite release_site(const Problem& problem,
                                        std::span<const GlobalRecoding::Attribute> recoding,
                                        std::vector<std::uint32_t> released,
                                        const RunContext& context);

}  // namespace kanon::parties
