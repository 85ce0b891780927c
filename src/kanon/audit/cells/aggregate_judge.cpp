// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/aggregate_judge.hpp"

#include "kanon/audit/cells/digit_sum.hpp"
#include "kanon/audit/cells/exact_number.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::auditing {

std::uint64_t ClassValues::rows() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// Holds means against the sums of their classes, digit by digit.
class MeanJudge {
public:
    MeanJudge(const Dictionary& original, unsigned digits) : places_(digits) {
        std::vector<ExactNumber> numbers;
        numbers.reserve(original.value_count());
        for (Code code = 0; code < original.value_count(); ++code) {
            numbers.emplace_back(original.text(code));
            places_ = std::max(places_, numbers.back().places());
        }
        scaled_.reserve(numbers.size());
        for (const ExactNumber& number : numbers) {
            scaled_.emplace_back(number, places_);
        }
        half_ = DigitSum(ExactNumber("5e-" + std::to_string(digits + 1)), places_ + 1);
        tenfold_places_ = places_ + 1;
    }

    /// True if the number is the mean, rounded half away from zero: it is no farther from the mean
    /// than half a unit of the last digit, and if just as far, farther from zero.
    [[nodiscard]] bool is_mean(std::string_view released, const ClassValues& values) const {
        DigitSum sum;
        for (std::size_t i = 0; i < values.codes.size(); ++i) {
            sum.add(scaled_[values.codes[i]], values.counts[i]);
        }
        const auto rows = static_cast<std::uint32_t>(values.rows());
        DigitSum above;  // ten times: sum less rows times the number
        above.add(sum, 10U);
        above.subtract(DigitSum(ExactNumber(released), tenfold_places_), rows);
        const int side = above.sign();
        DigitSum beyond;  // how much farther that is than half a unit for each row
        side < 0 ? beyond.subtract(above, 1U) : beyond.add(above, 1U);
        beyond.subtract(half_, rows);
        return beyond.sign() < 0 || (beyond.sign() == 0 && side == -sum.sign());
    }

private:
    std::size_t places_;
    std::size_t tenfold_places_ = 0;
    std::vector<DigitSum> scaled_;  ///< per code: the number times 10^places_
    DigitSum half_;                 ///< half a unit of the last digit, times 10^(places_ + 1)
};

namespace {

/// Values in ascending order: the first at which half of the rows are reached.
bool is_lower_median(Code released, const ClassValues& values) {
    const std::uint64_t rows = values.rows();
    std::uint64_t reached = 0;
    for (std::size_t i = 0; i < values.codes.size(); ++i) {
        reached += values.counts[i];
        if (2 * reached >= rows) {
            return values.codes[i] == released;
        }
    }
    return false;
}

bool is_mode(Code released, const ClassValues& values) {
    std::uint32_t count = 0;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < values.codes.size(); ++i) {
        most = std::max(most, values.counts[i]);
        count = values.codes[i] == released ? values.counts[i] : count;
    }
    return count == most;
}

}  // namespace

AggregateJudge::AggregateJudge(const Dictionary& original, const Aggregate& aggregate)
    : aggregate_(aggregate),
      means_(aggregate.kind == Aggregate::Kind::mean
                 ? std::make_unique<MeanJudge>(original, aggregate.digits)
                 : nullptr) {}

AggregateJudge::~AggregateJudge() = default;
AggregateJudge::AggregateJudge(AggregateJudge&& other) noexcept = default;

bool AggregateJudge::is_right(const ReleasedValue& value,
                              const ReleasedDomain& domain,
                              const ClassValues& values) const {
    if (value.kind == ReleasedValue::Kind::mean) {
        return means_->is_mean(domain.means[value.first], values);
    }
    return aggregate_.kind == Aggregate::Kind::median ? is_lower_median(value.first, values)
                                                      : is_mode(value.first, values);
}

}  // namespace kanon::auditing
