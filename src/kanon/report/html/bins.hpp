// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon {

/// Bins of numbers with round edges: bin 0 is all below edges[0], bin i is [edges[i-1], edges[i]),
/// the last is all from the last edge on. No edges: the numbers cannot be binned.
struct Bins {
    std::vector<double> edges;        ///< ascending
    std::vector<std::string> labels;  ///< one per bin: edges.size() + 1

    [[nodiscard]] bool empty() const { return edges.empty(); }

    /// The bin a number falls into. \pre not empty. Cost O(log edges).
    [[nodiscard]] std::size_t bin_of(double number) const;
};

/// At most `most` bins between round edges around [low, high], and one more at each end for what
/// lies beyond. Widths are 1, 2 or 5 times a power of ten (at least 1 for integers); for dates, in
/// days since 1970-01-01, weeks, months or years. None if low and high are equal, not finite, or
/// too near to each other for their size. \pre most >= 2.
[[nodiscard]] Bins round_bins(double low, double high, ValueType type, std::size_t most);

}  // namespace kanon
