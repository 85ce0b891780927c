// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace kanon::test {

/// Bind a policy given as YAML.
[[nodiscard]] Problem bound(Table table, const std::string& policy);

/// Count the row types of a problem made by hand from its table: by its columns and its tracked
/// columns, of which the tracked attributes and the place of the class are taken too.
void count_rows(Problem& problem);

/// The least stars that make a literal table (see table_of()) k-anonymous: every column is a
/// quasi-identifier. `more` is YAML of further keys of the policy, each with its end of line.
[[nodiscard]] Problem star_problem(std::string_view names,
                                   std::string_view rows,
                                   std::uint64_t k = 2,
                                   const std::string& more = "");

}  // namespace kanon::test
