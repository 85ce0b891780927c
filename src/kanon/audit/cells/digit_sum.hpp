// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/cells/exact_number.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// A whole number of any length and sign, as the auditor adds them up: the numbers of a column with
/// the point moved behind the last digit that any of them has. Like ExactNumber the auditor's own.
class DigitSum {
public:
    DigitSum() = default;

    /// A number times 10^places. \pre it has no more places than that
    DigitSum(const ExactNumber& number, std::size_t places);

    /// Add a number so many times.
    void add(const DigitSum& number, std::uint32_t times);

    /// Take a number away so many times.
    void subtract(const DigitSum& number, std::uint32_t times);

    /// Negative, 0 or positive.
    [[nodiscard]] int sign() const;

private:
    void accumulate(const DigitSum& number, std::int64_t times);

    /// Carry until every part but the last is in [0, kBase); the last one has the sign.
    void settle();

    /// Least part first: the number is the sum of parts[i] * kBase^i.
    std::vector<std::int64_t> parts_;
};

}  // namespace kanon::auditing
