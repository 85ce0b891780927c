// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::classes {

/// What releasing one attribute comes to.
struct RecodedAxis {
    ReleasedDomain domain;
    std::vector<std::uint32_t> value_of_class;
    double loss = 0;  ///< sum of weighted losses over released rows
};

/// Release one attribute of the kept classes, as described at recode_classes(). Cost O(c log c) for
/// c classes.
[[nodiscard]] RecodedAxis recode_axis(const Task& task,
                                      const std::vector<Axis>& axes,
                                      const TypePartition& partition,
                                      const std::vector<std::uint32_t>& kept,
                                      std::size_t axis);

}  // namespace kanon::classes
