// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/pictures/charts.hpp"
#include "kanon/report/record.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon {

/// How the values of one attribute are spread over rows, before and after. Sizes are rows.
struct Distribution {
    enum class After {
        spellings,  ///< bars of released spellings
        spread,     ///< the bins of `before`; each released range is spread evenly over them
        unchanged   ///< a sensitive attribute: the same bars as `before`
    };

    std::string attribute;
    After kind = After::spellings;
    std::vector<Bar> before;  ///< values, or bins of numbers and dates with round edges
    std::vector<Bar> after;
};

/// Most bars of one side; the rest is pooled as "other".
inline constexpr std::size_t kMostBars = 14;

/// Distributions of the quasi-identifiers and sensitive attributes.
///
/// Nothing in them depends on what a suppressed row holds: suppressed rows are counted in one bar
/// of their own, before and after, so that no difference of two bars gives a value of theirs away.
/// A value is shown by itself only if at least k released rows (of as many persons, where the
/// policy names them) hold it; all others are pooled as "other (n values)". A bin with fewer than k
/// says so and no more; bins begin and end where at least k lie beyond. Cost O(n) per attribute,
/// O(d log d) for d spellings.
[[nodiscard]] std::vector<Distribution> distributions(const RunRecord& record);

}  // namespace kanon
