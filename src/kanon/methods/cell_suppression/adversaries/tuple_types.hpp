// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/adversaries/star_blocks.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// A task in which the rows of a type all have the same values in the tracked columns: each type is
/// several, one for each of its tuples. So a search may release rows of one type in different ways,
/// by what is tracked of them. Where nothing is to be counted, the task as it is. Borrows it.
class TupleTypes {
public:
    /// `by_tuples`: the types are divided. Cost O(types + tuples).
    TupleTypes(const Task& task, bool by_tuples);

    [[nodiscard]] const Task& task() const { return divided_; }

    /// The blocks of classes of the given task. `stars`: per class.
    [[nodiscard]] std::vector<StarBlock> blocks_of(const ClassRecoding& recoding,
                                                   std::span<const Pattern> stars) const;

    /// A recoding of the divided task as one of the given task.
    [[nodiscard]] ClassRecoding undivided(ClassRecoding recoding) const;

private:
    const Task& given_;
    Task divided_;
    std::vector<std::uint32_t> first_;  ///< per given type: its first one; and their number
};

}  // namespace kanon::cell_suppression
