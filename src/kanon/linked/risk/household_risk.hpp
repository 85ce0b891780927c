// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::linked {

/// What it adds that whoever finds one member of a household knows the others.
struct HouseholdRisk {
    std::uint64_t persons = 0;
    std::uint64_t households = 0;
    double expected_alone = 0;  ///< persons found one by one: the sum of their risks
    /// Persons found with their households: the sum over persons of the risk of theirs.
    double expected = 0;
    double highest = 0;                ///< of a household
    std::uint64_t persons_above = 0;   ///< whose household's risk is above the threshold
    std::vector<double> of_household;  ///< per household
};

/// The hierarchical risk of households: 1 less the product over its members of 1 less their risk,
/// that at least one of them is found, in which case all are.
///
/// Hundepool et al.: mu-ARGUS 5.1 user's manual, 2014, section 2.7; Templ, Kowarik, Meindl:
/// Statistical disclosure control for micro-data using the R package sdcMicro, Journal of
/// Statistical Software 67(4), 2015, section 3.5, whose expected number of re-identifications
/// counts each person by the risk of his household, as `expected` does. Cost O(persons).
/// \pre risks are in 0 to 1; a household for each, below `households`
[[nodiscard]] HouseholdRisk household_risk(std::span<const double> risks,
                                           std::span<const std::uint32_t> household_of,
                                           std::size_t households,
                                           double threshold);

}  // namespace kanon::linked
