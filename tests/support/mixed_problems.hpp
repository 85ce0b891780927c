// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::test {

/// A random problem of k-anonymity by local recoding, no row suppressed: ranges, sets, hierarchies
/// with and without a starred top, missing values, weights of attributes, least levels, and types
/// of several rows. Row types alone are to be looked at, not the table.
[[nodiscard]] Problem mixed_problem(std::uint64_t seed);

/// The task with the row types that are counted, at least once each, by `rows`: per row type of the
/// whole, how many rows; 0: none.
[[nodiscard]] Task task_of_some(const Task& whole, const std::vector<std::uint32_t>& rows);

/// What a class recoding releases for a class, in words that differ for different values.
[[nodiscard]] std::string released_text(const ClassRecoding& recoding, std::uint32_t of_class);

}  // namespace kanon::test
