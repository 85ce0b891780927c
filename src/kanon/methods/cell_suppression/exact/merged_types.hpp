// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// A task's classes, and its row types in groups: those that are in the same classes. Types that
/// are in none are a group as well.
///
/// A class costs the same for each of its rows, so that the rows of a group stand for each other:
/// what can be assigned to a choice of classes, at what cost, is the same for groups as for types.
/// So is what the linear relaxation of CellProgram costs, where any rows of a group may be spread
/// over its types by their number.
struct MergedTypes {
    StarCells cells;                      ///< the classes; their types are groups
    std::vector<std::uint32_t> classes;   ///< all of `cells`: 0, 1, ...
    std::vector<std::uint32_t> groups;    ///< 0, 1, ..., by their first types
    std::vector<std::uint32_t> counts;    ///< rows per group
    std::vector<std::uint32_t> group_of;  ///< per type, by its place in the task
    std::vector<std::size_t> first_of;    ///< per group: the place of its first type

    /// The task of these classes and groups. Borrows them.
    [[nodiscard]] AssignmentTask task(const AssignmentTask& whole) const;
};

/// Cost O(e log e) for classes of e types in sum. Same result every time.
[[nodiscard]] MergedTypes merge_alike(const AssignmentTask& task);

}  // namespace kanon::cell_suppression
