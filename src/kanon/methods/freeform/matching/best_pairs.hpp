// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <optional>

namespace kanon::freeform {

/// The best graph of degree 2: filled as one assignment, by losses that are not rounded. Returns a
/// sum of weighted losses that no graph of degree 2 is below, the value of the prices in the dual
/// program; none, and the graph untouched, for another degree, for more than 4,096 rows, or where
/// every assignment gives a record a person twice.
///
/// Where rows may be suppressed it is no bound: who is suppressed drags nobody into a box.
///
/// That one of the two matchings of a regular graph may be taken to match each record with the row
/// of its number, for records have no names, makes the program one of a single assignment.
/// Cost O(n^2 m + n^3) at worst; memory 8 n^2 bytes.
[[nodiscard]] std::optional<double> best_pairs(const RowSpace& space, Graph& graph);

}  // namespace kanon::freeform
