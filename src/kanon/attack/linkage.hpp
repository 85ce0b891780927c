// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::attack {

/// A column of numbers, in the original and as it is released; row i of both is the same person.
struct NumberColumn {
    std::string name;
    std::vector<double> original;  ///< not a number where it is missing
    std::vector<double> released;  ///< not a number where the cell tells none, as a star
};

struct LinkageOptions {
    /// Half the width of an interval: of standard deviations, and of all ranks. In (0, 1].
    double width = 0.05;
};

/// Rows whose original number lies in the interval around the released one.
struct IntervalRows {
    std::uint64_t by_deviation = 0;  ///< at most width standard deviations of the released numbers
    std::uint64_t by_rank = 0;       ///< at most width of all rows between them in rank
};

struct LinkageFindings {
    std::uint64_t rows = 0;                 ///< that were looked at
    std::uint64_t rows_without_number = 0;  ///< left out: an original is missing
    std::uint64_t distinct_originals = 0;   ///< so many are linked if originals are released
    std::uint64_t certain = 0;              ///< rows whose own original is nearer than every other
    double linked = 0;                      ///< rows linked with their own original, expected
    double among_two = 0;  ///< rows whose own original is among the two nearest, expected
    std::vector<IntervalRows> columns;  ///< of each column, in their order
    IntervalRows all;                   ///< in the interval in every column
    IntervalRows all_but_one;           ///< in every column but one at most
};

/// Distance-based record linkage and interval disclosure.
///
/// Linkage (Pagliuca, Seri 1999; Domingo-Ferrer, Torra: A quantitative comparison of disclosure
/// control methods for microdata, 2001): each released row is linked with the original nearest to
/// it by Euclidean distance over the columns, each divided by the standard deviation of its
/// originals. Of t originals equally near one is drawn: 1 / t. A cell that tells no number is not
/// looked at, so that a row without any is linked by chance, 1 / n.
///
/// Interval disclosure (the same; Templ's sdcMicro, dRisk): whether the original lies within
/// `width` standard deviations of the released numbers around the released one, or within `width`
/// of the ranks; a number's rank is the share of the originals below it and half of those equal. A
/// cell that tells no number discloses nothing. dRisk is all_but_one by deviations over rows.
/// Differs: ranks are those among the originals, for both; the sources rank the released column.
///
/// Cost O(n m log n) for n rows whose originals are spread; a released row takes longer the nearer
/// two others are to its own original, at most O(n m). Same result for any thread count.
/// \pre all columns have equally many rows
/// \throws Error{bad_input} without columns or rows; Error{usage}: width; Error{cancelled}
[[nodiscard]] LinkageFindings link_nearest(std::span<const NumberColumn> columns,
                                           const LinkageOptions& options,
                                           const RunContext& context);

}  // namespace kanon::attack
