// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/axis.hpp"

#include <vector>

namespace kanon::classes {

/// Put classes together that would be released alike, for readers of the release take them for one.
/// A class stands where the first of its parts stood. Failing classes stay as they are.
/// \pre every type is in one class. Cost O(c (m + log c)) time for c classes, and O(t). The same
/// for any thread count.
void join_alike(const std::vector<Axis>& axes, TypePartition& partition, unsigned threads);

}  // namespace kanon::classes
