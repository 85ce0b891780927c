// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"
#include "kanon/methods/microaggregation/class_bound/row_cuts.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::microaggregation {

/// Points up to which class_bound() is worked out, and rows of a class.
inline constexpr std::size_t kMostPricedPoints = 6'000;
inline constexpr std::size_t kMostPricedRows = 50;
/// The k up to which cuts are looked for.
inline constexpr std::size_t kMostCutRows = 5;

/// A bound, and how it was found.
struct ClassBound {
    double loss = 0;               ///< no release loses less
    bool is_settled = false;       ///< prices are the best but for some thousandths, and proven
    std::size_t groups = 0;        ///< that were priced
    std::vector<double> prices{};  ///< per point, before they were lowered and proven
    std::vector<PricedGroup> near_groups{};  ///< that cost little beyond these prices
    RowCuts cuts{0};                         ///< with the prices that they have in the end
    std::size_t unproven = 0;                ///< points whose groups were not all ruled out
};

/// A loss that no release in classes of at least `k` rows lies below, by prices of rows; none for
/// more points or rows than the constants say, where a point is more than a row, or if cancelled.
///
/// Prices p such that no k rows together are priced above the sum of squares of a class of them;
/// the sum of all prices is the bound. For a class C of s rows loses, with d over its pairs, at
/// least sum d / s. Of each k of its rows, sum d >= k p; averaged over all k of them, sum d k (k -
/// 1) / (s (s - 1)) >= k (k / s) p(C), so
///     sum d / s >= p(C) k (s - 1) / (s (k - 1)) >= p(C)
/// where p(C) > 0, and else anyway: larger classes need no prices of their own. Sums of squares
/// about medians, and rows unlike a mode, are no less than sum d / s either (see
/// neighbour_bound()).
///
/// For small k that leaves some gap, for shares of groups can cover three rows where no classes
/// can. So then cuts are priced (row_cuts.hpp): p(C) less the prices of the cuts that C meets must
/// not exceed its sum of squares, and the bound is the sum of all p less the prices of the cuts.
/// Now classes of each size from k to 2k - 1 are proven; larger ones can be divided at no loss.
///
/// The best prices are the dual of a linear program over all k rows, the relaxation of column
/// generation for classes of k to 2k - 1 rows (Castro, Gentile, Spagnolo-Arrizabalaga, COR 2022;
/// Aloise, Hansen, Liberti, Math. Prog. 2012, for clusters without sizes); by the above one with
/// columns of k rows has the same value. GroupPrices solves it over the groups known, CheapGroups
/// finds more until few are left, and once there are cuts the proof itself. Then prices are lowered
/// by a thousandth and proven by GroupProof; where a point's groups are not ruled out, its price is
/// lowered by what they may undercut.
///
/// Whole numbers and distances rounded down: the bound holds whatever was rounded or left out. By
/// the deadline, half of the time goes to prices. Deterministic unless stopped; same result for any
/// thread count. Memory 4 n^2 bytes.
[[nodiscard]] std::optional<ClassBound> class_bound(const PointSpace& space,
                                                    std::uint64_t k,
                                                    const RunContext& context);

}  // namespace kanon::microaggregation
