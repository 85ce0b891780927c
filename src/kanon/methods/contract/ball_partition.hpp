// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Row types of which no more is known than how many rows each has and how far apart they are.
class TypeDistances {
public:
    virtual ~TypeDistances() = default;

    /// Rows of each type, >= 1.
    [[nodiscard]] virtual std::span<const std::uint32_t> counts() const = 0;

    /// What the attributes cost that differ between two types; 0 of a type to itself.
    [[nodiscard]] virtual std::uint64_t between(std::uint32_t a, std::uint32_t b) const = 0;
};

/// The sets of k to 2k - 1 rows that method `meyerson-williams` with variant `balls` makes before
/// it stars what the rows of each set differ in; whoever knows distances alone can so carry out the
/// first half of it. Per row, by types: its set, by numbers that are not all in use; empty if the
/// run was stopped.
///
/// Where the types are in the order of a task, these are the method's own sets for that task:
/// distances may be in any unit, for only their order and ratios count.
/// \pre k >= 1, and k rows or more. Cost O(t^2 log t) for t types, 4 t^2 bytes.
[[nodiscard]] std::vector<std::uint32_t> partition_by_balls(const TypeDistances& types,
                                                            std::uint64_t k,
                                                            const RunContext& context);

}  // namespace kanon
