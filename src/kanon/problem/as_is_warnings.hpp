// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/warnings.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/profile/released_as_is.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string>
#include <vector>

namespace kanon::detail {

/// Those of a problem. \pre roles and models are bound
[[nodiscard]] profile::AsIsColumns as_is_columns(const Problem& problem);

/// A warning `singles-out` if some rows share their values in these columns, all together, with
/// fewer than k rows (or persons): whoever knows those values finds the row whatever is generalized
/// beside. Says by which column alone most of them do.
///
/// A warning `follows-from` if some of these columns are told by a known one: whoever knows that
/// knows what stands there, and finds the rows of a class apart by it
/// (profile::find_dependences()). Of the table names and number of rows alone are looked at.
[[nodiscard]] std::vector<Warning> warnings_of_columns_as_they_are(
    const Table& table, const profile::AsIsColumns& as_is, const profile::AsIsFindings& found);

/// Those of a problem, as found by whoever looked, with the policy's reasons. \pre models are
/// bound.
[[nodiscard]] std::vector<Warning> warnings_of_columns_as_they_are(
    const Problem& problem, const profile::AsIsFindings& found);

/// The warning `unknown-roles` of columns that nobody has said the meaning of.
[[nodiscard]] Warning warning_of_unknown_columns(std::vector<std::string> names);

}  // namespace kanon::detail
