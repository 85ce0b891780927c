// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstdint>

namespace kanon::test {

/// k-anonymity of {Education, Sex, Work_Hrs} of the 34 rows of Table 1 in Fung, Wang, Yu 2005, with
/// its taxonomy trees and its class attribute. Work_Hrs has the intervals of its tree; with
/// `by_number` it has no hierarchy of its own.
[[nodiscard]] Problem census_sample(std::uint64_t k, bool by_number);

}  // namespace kanon::test
