// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/risk/household_risk.hpp"

#include <algorithm>

namespace kanon::linked {

HouseholdRisk household_risk(std::span<const double> risks,
                             std::span<const std::uint32_t> household_of,
                             std::size_t households,
                             double threshold) {
    HouseholdRisk out{.persons = risks.size(), .households = households};
    out.of_household.assign(households, 1);
    for (std::size_t person = 0; person < risks.size(); ++person) {
        out.expected_alone += risks[person];
        out.of_household[household_of[person]] *= 1 - risks[person];
    }
    for (double& risk : out.of_household) {
        risk = 1 - risk;
        out.highest = std::max(out.highest, risk);
    }
    constexpr double kSame = 1e-9;
    for (const std::uint32_t household : household_of) {
        const double risk = out.of_household[household];
        out.expected += risk;
        out.persons_above += risk > threshold * (1 + kSame) ? 1U : 0U;
    }
    return out;
}

}  // namespace kanon::linked
