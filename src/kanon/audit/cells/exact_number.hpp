// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kanon::auditing {

/// A number as the auditor reads it from its text, digit by digit: whole part, fraction and sign.
/// It is the auditor's own, so that what coded a column is not what judges it.
class ExactNumber {
public:
    /// \pre parse_number() takes the text as a decimal
    explicit ExactNumber(std::string_view text);

    /// Negative, 0 or positive: this number less the other one.
    [[nodiscard]] int compare(const ExactNumber& other) const;

    /// True if this number is the multiple of `step` nearest to `original`; of two equally near
    /// ones the one farther from zero. Cost O(digits^2). \pre step is above 0
    [[nodiscard]] bool is_nearest_multiple(const ExactNumber& original,
                                           const ExactNumber& step) const;

    /// Digits behind the point, zeros at the end left out.
    [[nodiscard]] std::size_t places() const { return fraction_.size(); }

    [[nodiscard]] bool is_negative() const { return negative_; }

    /// The digits without a point, with so many behind it, and no zero in front. \pre no fewer than
    /// places()
    [[nodiscard]] std::string scaled(std::size_t places) const;

private:
    [[nodiscard]] bool is_zero() const { return whole_.empty() && fraction_.empty(); }

    bool negative_ = false;
    std::string whole_;     ///< no zero in front
    std::string fraction_;  ///< no zero at the end
};

}  // namespace kanon::auditing
