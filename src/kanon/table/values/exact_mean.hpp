// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon {

/// Digits of a number, before and behind the point, with which sums of 2^32 rows stay exact.
inline constexpr std::size_t kMostMeanDigits = 27;

/// Digits behind the point of the value of a column that has most of them: 1 of `2.5` and `25e-1`.
/// 0 of a column without numbers. Cost O(distinct values).
[[nodiscard]] unsigned decimal_places(const Dictionary& dictionary);

/// True if each number of a column has at most kMostMeanDigits digits when all are written with as
/// many behind the point as decimal_places(), and no fewer than `digits`. Dates and texts have no
/// mean. Cost O(distinct values).
[[nodiscard]] bool has_exact_mean(const Dictionary& dictionary, unsigned digits);

/// Means of a column's numbers in exact decimal arithmetic, rounded once: to `digits` behind the
/// point, half away from zero. \pre has_exact_mean(). Memory 16 bytes for each distinct value.
class ExactMean {
public:
    __extension__ using Wide = __int128;

    ExactMean(const Dictionary& dictionary, unsigned digits);

    /// Begin anew.
    void clear() {
        sum_ = 0;
        rows_ = 0;
    }

    /// Add so many rows of a value. \pre fewer than 2^32 rows are added in all, none is missing
    void add(Code code, std::uint64_t rows) {
        sum_ += scaled_[code] * static_cast<Wide>(rows);
        rows_ += rows;
    }

    /// The number of a value in units, of which one() are 1.
    [[nodiscard]] Wide units(Code code) const { return scaled_[code]; }

    /// Units of 1, a power of ten.
    [[nodiscard]] double one() const { return one_; }

    /// The mean of so many rows whose numbers add up to so many units, as it is released, in units.
    /// \pre rows > 0
    [[nodiscard]] Wide released(Wide sum, std::uint64_t rows) const;

    /// The mean, with exactly `digits` behind the point and no sign before zero. \pre some row was
    /// added
    [[nodiscard]] std::string text() const;

private:
    std::vector<Wide> scaled_;  ///< per code: the number times a power of ten
    Wide unit_ = 1;             ///< a unit of the last digit behind the point, so scaled
    double one_ = 1;            ///< 1, so scaled
    unsigned digits_ = 0;
    Wide sum_ = 0;
    std::uint64_t rows_ = 0;
};

}  // namespace kanon
