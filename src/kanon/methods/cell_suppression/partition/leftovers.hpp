// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/partition/star_partition.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// Place the row types that a search of classes left over (class kSuppressedClass) so that no more
/// rows are suppressed than may be. Returns the rows that are still left over.
///
/// If they are within the suppression limit they are all suppressed. Else, in the order of row
/// types until they are: a type joins a class, whose pattern is widened to serve it too; or it
/// founds a class, with whatever other left-over types fit, and with rows that other classes of the
/// same cell can spare; whichever costs least. Rows are only taken from classes where all privacy
/// models look at rows alone. A heuristic: that it finds no place proves nothing.
///
/// The documents leave this open: Bredereck et al. 2013, section 2.3, star fewer than k left-over
/// rows throughout; in Park & Shim 2007, Fig. 11, the loop has no subset left for them.
///
/// `patterns`: allowed ones, by cost. Cost O(c m + t m + 256 d) for each left-over type, c classes
/// and d distinct differences between it and others. Same result for any thread count.
[[nodiscard]] std::uint64_t place_leftovers(const Task& task,
                                            const PackedTypes& packed,
                                            std::span<const Pattern> patterns,
                                            const PatternCosts& costs,
                                            const RunContext& context,
                                            StarPartition& partition);

}  // namespace kanon::cell_suppression
