// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <cstdint>
#include <vector>

namespace kanon::freeform {

/// The rows of classes, class after class; each has as many rows as a record has members.
struct ClassRows {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> starts;  ///< classes + 1

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t number) const {
        return std::span(rows).subspan(starts[number], starts[number + 1] - starts[number]);
    }
};

/// The rows of a partition, in each class in the order of the space. Those of classes that hold no
/// model, or fewer rows than `degree`, join the last class that does better. \pre no fewer rows in
/// all. Cost O(n).
[[nodiscard]] ClassRows rows_of_classes(const RowSpace& space,
                                        const classes::TypePartition& partition,
                                        std::uint32_t degree);

/// The rows of the classes of best-split, as rows_of_classes().
[[nodiscard]] ClassRows rows_of_best_split(const Task& task,
                                           const std::vector<Axis>& axes,
                                           const RowSpace& space,
                                           const RunContext& context);

/// A ring in each class: the members of a record are the row of its number and the next ones of its
/// class, which lose no more than the class (Wong, Mamoulis, Cheung: Non-homogeneous
/// generalization in privacy preserving data publishing, SIGMOD 2010). Cost O(n k).
[[nodiscard]] Graph ring_in_each(const ClassRows& classes, std::uint32_t degree);

}  // namespace kanon::freeform
