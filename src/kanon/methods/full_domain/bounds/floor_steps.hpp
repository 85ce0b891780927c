// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kanon::full_domain {

/// What was done and what may still be done, in any unit of work.
struct WorkBudget {
    double done = 0;
    double left = 0;
};

/// By how many parts of 1/128 a floor is to go up at a time, at least one, so that little work is
/// lost where the last step does not end. What was done for a floor serves the next one: all work
/// together grows with the floor alone, by about a fifth with each part. A step is to take no more
/// than all before it, nor more than most of what is left.
[[nodiscard]] std::uint64_t parts_up(const WorkBudget& work);

}  // namespace kanon::full_domain
