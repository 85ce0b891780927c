// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/box_tree.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <vector>

namespace kanon::classes {

/// What box_losses() may cost in steps, for all row types together: losses on one axis, and types
/// looked at on one. About a second on one core where all of it is used.
inline constexpr std::uint64_t kBoxEffort = std::uint64_t{1} << 29U;

/// Of fewer steps for each row type box_losses() says nothing, or with sets nothing of most. >= 1
[[nodiscard]] std::uint64_t least_box_steps(const std::vector<Axis>& axes);

/// The steps that there are in so many seconds once the tree is made; 0 if there are none.
[[nodiscard]] std::uint64_t box_steps_in(double seconds, unsigned threads);

/// Weighted losses of rows of which no recoding in classes by these axes lies below the sum. The
/// class of a row lies in a box, of one extent on every axis, that holds least_class_rows() rows at
/// least; so the row loses at least what the least lossy box of so many rows around it loses. (With
/// models that look at values a class may need more rows, never fewer.) A suppressed row loses more
/// than that.
///
/// Boxes around a type are searched below a loss that rises in strides, among the types within that
/// loss, which a tree of boxes finds; a box found around one type bounds the search around the
/// next. Where a type has used up its share of the effort, and half of what the types before it
/// left, the last loss below which there is no box stands for it, or the distance to the last of
/// the rows needed: a weaker bound, and as valid.
///
/// Adult, 30,162 rows, eight attributes, k = 2 to 100: exact within kBoxEffort up to k = 25, 9.03
/// for 9.21 % at k = 100. Exponential in the axes at worst, which the effort ends; with
/// O(t log t m) for the tree. The same for any thread count, but with a deadline: then the effort
/// goes by the time that is left, and of types that it does not come to nothing is said.
///
/// \param rows of a class, at least. Returns per type of the tree what each of its rows loses, 0
/// where the effort says nothing of it.
[[nodiscard]] std::vector<double> box_losses(const BoxTree& tree,
                                             std::uint64_t rows,
                                             std::uint64_t effort,
                                             const RunContext& context);

/// Their sum over the rows of a task.
[[nodiscard]] double box_bound(const Task& task,
                               const std::vector<Axis>& axes,
                               std::uint64_t effort,
                               const RunContext& context);

}  // namespace kanon::classes
