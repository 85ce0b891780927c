// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::tabulate {

/// Which tables to make.
struct TabulateOptions {
    /// The columns of each table. `age@2`: by the labels of level 2 of the hierarchy of `age`, if
    /// no column has that name.
    std::vector<std::vector<std::string>> by;
    std::uint64_t k = 5;
    std::string total = "Total";  ///< how all values together are spelled
    std::string person{};         ///< count distinct values of this column; "": rows
    /// Hierarchies of columns that are counted by levels; what suits the values where it has none.
    Policy policy{};
};

}  // namespace kanon::tabulate
