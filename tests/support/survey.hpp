// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kanon::test {

/// A hierarchy of kind file from the labels above each value, lowest level first.
[[nodiscard]] Hierarchy hierarchy_of(const Column& column,
                                     const std::vector<std::map<std::string, std::string>>& levels);

/// 2-anonymity of {Race, ZIP} of the table in Fig. 1 of Ciriani et al. 2007 under the hierarchies
/// of Fig. 3, as in its Figs 5 to 7 and 11; nine rows, with the disease.
[[nodiscard]] Problem survey_problem(std::uint64_t max_sup);

/// 2-anonymity of {Race, Sex, Marital} of the same table, as in Fig. 14.
[[nodiscard]] Problem marital_problem();

/// 2-anonymity of Fig. 9(a): {Race, DOB, Sex, ZIP} of the same table. DOB is generalized to month,
/// year and any date. With `stars_alone` every hierarchy is flat (model _AS).
[[nodiscard]] Problem figure_9_problem(std::uint64_t max_sup, bool stars_alone = false);

}  // namespace kanon::test
