// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::tabulate {

/// Which tables to make.
struct TabulateOptions {
    std::vector<std::vector<std::string>> by;  ///< the columns of each table
    std::uint64_t k = 5;
    std::string total = "Total";  ///< how all values together are spelled
    std::string person{};         ///< count distinct values of this column; "": rows
};

}  // namespace kanon::tabulate
