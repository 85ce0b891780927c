// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace kanon {

/// Adds up numbers that are not negative, so that their order does not matter: as whole multiples
/// of a power of two, exactly but for parts below 2^-119 of the greatest sum.
class OrderlessSum {
public:
    /// `most`: no sum of what will be added is greater; finite, above 0.
    explicit OrderlessSum(double most) : scale_(std::ldexp(1.0, kBits - 1 - std::ilogb(most))) {}

    void add(double value) { sum_ += static_cast<Wide>(value * scale_); }

    [[nodiscard]] double total() const { return static_cast<double>(sum_) / scale_; }

private:
    __extension__ using Wide = unsigned __int128;
    static constexpr int kBits = 120;  ///< a sum that rounding takes a little beyond `most` fits

    double scale_;
    Wide sum_ = 0;
};

}  // namespace kanon
