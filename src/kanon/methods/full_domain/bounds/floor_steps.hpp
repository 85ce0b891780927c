// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kanon::full_domain {

/// What was done and what may still be done, in any unit of work.
struct WorkBudget {
    double done = 0;
    double left = 0;
};

/// By how many parts a floor is to go up at a time, so that little work is lost where the last step
/// does not end: what was done for a floor serves the next one, so all work together grows with the
/// floor alone, by kWorkGrowth with each part. At most as many parts as take most of what is left,
/// and as much as all before them. At least one.
[[nodiscard]] std::uint64_t parts_up(const WorkBudget& work);

}  // namespace kanon::full_domain
