// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/methods/contract/asked_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kanon::classes {

/// Divides classes as MarginalDivider would by the counts of all its values, by questions that
/// decide as much: where the middle row is, and whether parts have `least_rows`. Of sets, in what
/// order their values are by frequency; of labels, which child has the fewest rows if another one
/// must join those that do not hold. No rows may be suppressed.
///
/// `axes` in the order of the task's attributes, `by_name` their order by name; covers as `layout`
/// has them. Borrows all of them. Cost: about log2 of the values asked one
/// after the other and one more for each attribute that is tried, log2 squared for sets.
[[nodiscard]] std::unique_ptr<AskedDivision> make_asked_division(
    const std::vector<Axis>& axes,
    const CoverLayout& layout,
    std::span<const std::size_t> by_name,
    std::uint64_t least_rows);

}  // namespace kanon::classes
