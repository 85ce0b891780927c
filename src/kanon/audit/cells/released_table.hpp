// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/release/release.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <limits>

namespace kanon {

/// The place in the original of a released column that the original does not have.
inline constexpr std::size_t kNoOriginalColumn = std::numeric_limits<std::size_t>::max();

/// Take a table that was read from a file as a release of the problem's table: columns are found
/// by name, nothing is claimed about rows. Whether it is a release at all, audit() says.
[[nodiscard]] Release release_from_table(Table released, const Problem& problem);

}  // namespace kanon
