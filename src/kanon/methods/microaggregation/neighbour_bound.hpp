// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/point_space.hpp"

#include <cstdint>
#include <optional>

namespace kanon::microaggregation {

/// Points up to which the bound is worked out.
inline constexpr std::size_t kMostBoundPoints = 20'000;
/// The same of points times rows of a class.
inline constexpr std::size_t kMostBoundNeighbours = 1'000'000;

/// A loss that no release in classes of at least `least_rows` rows lies below, by the distances of
/// near points; none for more of them than the constants say, and where a point is more than a row.
///
/// The sum of squares of a class of s rows is that of the squared distances of its pairs over s: of
/// each row to s - 1 others, over 2s. These are at least the s - 1 least distances d of the row,
/// and (s - 1 least) / 2s only grows with s: so each row adds the k - 1 least over 2k. Sharper: of
/// what a class loses each row may bear a part by itself, its own distances, and a part that all
/// share alike, in which the others' distances count too: with a share q of the second kind, a row
/// with others T bears at least the sum over j in T of
///     ((1 - q) / 2s + q / s^2) d(i, j) + q / 2s^2 D(j, s - 2),
/// D(j, r) the r least distances of j. The least such sum for each s from k to 2k - 1 (larger
/// classes can be divided at no loss), the least of those, and the best of some q for all rows
/// together. Sums of squares about medians, and rows unlike a mode, are no less than about means,
/// with codes as places sqrt(1/2) from each other's axis.
/// Cost O(n^2 lanes), of the sharper form O(n^2 k) at worst. Same result for any thread count.
[[nodiscard]] std::optional<double> neighbour_bound(const PointSpace& space,
                                                    std::uint64_t least_rows,
                                                    unsigned threads);

}  // namespace kanon::microaggregation
