// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <optional>

namespace kanon::test {

/// The least loss of a level for each column and single cells starred, by trying every node and
/// every way to divide the rows there into classes of k rows and more, and to suppress as many as
/// may be. None if there is no release. Looks at rows alone, not at other models. Cost O(L 3^n) for
/// L nodes. \pre the objective is gcp or lm, n is small
[[nodiscard]] std::optional<double> least_node_cell_loss(const Problem& problem);

}  // namespace kanon::test
