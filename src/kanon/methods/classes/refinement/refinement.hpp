// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>

namespace kanon::classes {

/// What refine_classes() did.
struct Refined {
    TypePartition partition;
    std::uint64_t changes = 0;  ///< kept
    std::uint64_t rounds = 0;
};

/// Lower what a partition loses, by the loss that the axes measure, as described at make_refine().
/// The outcome keeps every model, suppresses the rows that the start does, and never loses more.
/// Without a deadline it ends when about `effort` cells of classes were worked out, and is the same
/// for any thread count; with one it goes on until then. Cost: the effort; memory O(t m).
[[nodiscard]] Refined refine_classes(const Task& task,
                                     const TypeSpace& space,
                                     const TypePartition& start,
                                     std::uint64_t effort,
                                     const RunContext& context);

}  // namespace kanon::classes
