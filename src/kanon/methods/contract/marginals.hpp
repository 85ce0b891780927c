// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// How often a class has each value of one attribute, and beside it each value of the tracked
/// columns: all that may be known of a class whose row types are too many to be held.
struct Marginal {
    std::vector<Code> codes;             ///< those that occur, ascending
    std::vector<std::uint32_t> counts;   ///< rows of each, >= 1
    std::vector<Histograms> histograms;  ///< one per tracked column, groups = codes
};

/// A class divided along one attribute.
struct MarginalDivision {
    std::size_t attribute = 0;             ///< of the task's
    std::vector<std::vector<Code>> parts;  ///< two at least: codes that occur, ascending
};

}  // namespace kanon
