// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluated_table.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kanon {

/// The most bins of a column.
struct BinLimits {
    std::size_t numbers = 10;
    std::size_t texts = 20;
};

/// The values of a column in few bins: numbers and dates in neighbouring bins of about as many rows
/// of the original each; the most frequent texts in a bin each, all others in one more. The missing
/// value is a text of its own, and the last bin of numbers.
class ValueBins {
public:
    /// Cost O(n + d log d) for d values.
    ValueBins(const EvaluatedTable& table, std::size_t column, const BinLimits& limits);

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] std::uint32_t bin_of(Code code) const { return bins_[code]; }

    /// True if a bin holds several texts.
    [[nodiscard]] bool is_pooled(std::size_t bin) const { return bin == pooled_; }

    /// The bin of most rows of the original.
    [[nodiscard]] std::size_t largest() const { return largest_; }

    /// The share of a spread in each bin, bins without any left out. Cost O(runs + bins passed).
    [[nodiscard]] std::vector<std::pair<std::uint32_t, double>> shares(const Spread& spread) const;

private:
    void bin_numbers(const Dictionary& dictionary,
                     const std::vector<double>& rows,
                     std::size_t most);
    void bin_texts(const std::vector<double>& rows, std::size_t most);
    void find_ends();

    std::vector<std::uint32_t> bins_;  ///< per code
    std::vector<Code> ends_;           ///< per code, the last of those beside it in the same bin
    std::size_t size_ = 0;
    std::size_t pooled_;
    std::size_t largest_ = 0;
};

}  // namespace kanon
