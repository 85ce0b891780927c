// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"

#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// Whom of the population the classes of a release fit.
struct PopulationFound {
    std::vector<std::uint64_t> of_class;  ///< rows of the population; 0 of suppressed classes
    std::uint64_t absent = 0;             ///< rows that no class fits
};

/// Look each class up in a tree over the population's row types, by what its released cells cover,
/// however it was made. Without a population all are 0. Cost as CoverTree; same result for any
/// thread count.
[[nodiscard]] PopulationFound find_population(const Evidence& evidence);

}  // namespace kanon::auditing
