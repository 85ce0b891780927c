// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <vector>

/// What a run without a policy adds, so that its release discloses less than it was asked for.
namespace kanon::detail {

/// Round columns of numbers that are to be released unchanged, and code their extremes, where their
/// values identify rows: those of which fewer than k rows (or persons) share each value in more
/// than kMostIdentified of the rows, and where all unprotected columns together do, all of them. As
/// coarse as that takes and no coarser: 1, 2 or 5 times a power of ten, of some 100 to 3 steps
/// between the extremes. A column that this does not help, or
/// that somebody calls insensitive, stays as it is. Says what was rounded.
/// Cost O(n) for each column and try. \pre roles are bound; notations and codings are not
void protect_amounts(Problem& problem, unsigned threads);

/// Ask for distinct 2-diversity of each sensitive column that no model looks at and that has two
/// values; the requirement is marked as added. \pre codings are bound, models are not
void protect_sensitive(Problem& problem);

}  // namespace kanon::detail

namespace kanon {

/// The share of rows that a run without a policy may disclose or identify.
inline constexpr double kMostIdentified = 0.05;

/// True if so many of the rows are more than that.
[[nodiscard]] bool is_too_many(std::uint64_t some, std::uint64_t rows);

/// The problem without the promises that were added for all but these sensitive columns. Row types
/// and tracked columns stay.
[[nodiscard]] Problem with_added_promises_for(const Problem& problem,
                                              const std::vector<std::string>& columns);

/// The promise that is added for a sensitive column: distinct 2-diversity, against each adversary.
[[nodiscard]] PrivacyRequirement added_promise_for(const std::string& column,
                                                   const Adversary& against);

/// The sensitive columns for which a promise was added.
[[nodiscard]] std::vector<std::string> columns_with_added_promises(const Problem& problem);

}  // namespace kanon
