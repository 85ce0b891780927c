// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/invariance/row_places.hpp"
#include "kanon/solve/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::invariance {

/// Rows of each value of a bucket, or of a part of one.
using Part = std::vector<std::vector<std::uint32_t>>;

/// Classes of a part: per value, then per class, a row, or kNoRow for a counterfeit.
using PartClasses = std::vector<std::vector<std::uint32_t>>;

/// Weighted NCP of the rows of persons in these classes.
[[nodiscard]] double loss_of(const PartClasses& classes, const RowPlaces& places);

/// Classes that a part might have, one row or counterfeit of each value, up to which
/// least_classes() looks at it.
inline constexpr std::uint64_t kMostColumns = 20'000;

struct LeastClasses {
    PartClasses classes;
    double loss = 0;
    double bound = 0;  ///< no classes of the part lose less
};

/// Number of classes that the part might have; more than kMostColumns: so many at least.
[[nodiscard]] std::uint64_t column_count(const Part& part);

/// The classes of least loss, or better ones than those given and a bound: column generation over
/// the set partitioning of the rows by classes, after the abstract of arXiv 2306.15371
/// (reconstructed; the publication was not at hand). The relaxation is solved over some classes, to
/// which those of least reduced cost are added; all are looked at, so that its value is a bound
/// where none is left. The whole numbers are then found among the classes whose reduced costs can
/// be part of a better solution; if they are too many, among those that were added. Cost O(columns)
/// for each of at most kMostRounds rounds, and the programs'. Does not depend on the clock.
/// \pre column_count(part) <= kMostColumns
[[nodiscard]] LeastClasses least_classes(const Part& part,
                                         const PartClasses& start,
                                         const RowPlaces& places,
                                         const MipSolver& solver,
                                         const RunContext& context);

}  // namespace kanon::invariance
