// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <string>

namespace kanon::detail {

/// What only those can make who have the whole table: a hash of the names and values of its
/// columns, of the codes of its quasi-identifiers, and of how many rows there are of each kind. The
/// order of rows does not matter, nor whether equal rows are counted. Cost O(n m) hashes.
[[nodiscard]] std::string content_of(const Problem& problem);

/// The promises of a release of the table, what is counted for them, and how many rows may be
/// suppressed, spelled.
[[nodiscard]] std::string promises_of(const Problem& problem);

}  // namespace kanon::detail
