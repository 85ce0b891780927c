// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <optional>

namespace kanon::test {

/// The least loss of cell suppression, by trying every way to divide the rows into classes of k
/// rows and more, and to suppress as many as may be. None if there is no release. Looks at rows
/// alone, not at other models. Cost O(3^n). \pre the objective is stars or gcp, n is small
[[nodiscard]] std::optional<double> least_star_loss(const Problem& problem);

}  // namespace kanon::test
