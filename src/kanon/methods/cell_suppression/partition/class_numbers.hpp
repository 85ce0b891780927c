// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/partition/star_partition.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {

/// Numbers the classes of a partition by their pattern and the values that they show, so that rows
/// released alike are in one class. Borrows both.
class ClassNumbers {
public:
    ClassNumbers(const PackedTypes& packed, StarPartition& partition)
        : packed_(packed), partition_(partition) {}

    /// The class of a row type under a pattern, made if need be. Cost O(log classes).
    std::uint32_t number(Pattern stars, std::uint32_t type);

private:
    const PackedTypes& packed_;
    StarPartition& partition_;
    std::map<std::pair<Pattern, std::vector<std::uint64_t>>, std::uint32_t> numbers_;
};

}  // namespace kanon::cell_suppression
