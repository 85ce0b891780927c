// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/spelling/aggregate.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace kanon::auditing {

/// The original values of one class, ascending, and how many of its rows have each.
struct ClassValues {
    std::span<const Code> codes;
    std::span<const std::uint32_t> counts;

    [[nodiscard]] std::uint64_t rows() const;
};

class MeanJudge;

/// Computes the aggregates of one attribute anew.
class AggregateJudge {
public:
    /// \pre the dictionary is one of numbers where the aggregate is a mean
    AggregateJudge(const Dictionary& original, const Aggregate& aggregate);
    ~AggregateJudge();
    AggregateJudge(AggregateJudge&& other) noexcept;
    AggregateJudge(const AggregateJudge&) = delete;
    AggregateJudge& operator=(const AggregateJudge&) = delete;
    AggregateJudge& operator=(AggregateJudge&&) = delete;

    /// True if a released aggregate is that of the values: the mean in exact decimals, rounded half
    /// away from zero, the lower median, or a mode.
    [[nodiscard]] bool is_right(const ReleasedValue& value,
                                const ReleasedDomain& domain,
                                const ClassValues& values) const;

private:
    Aggregate aggregate_;
    std::unique_ptr<MeanJudge> means_;  ///< null: not of means
};

}  // namespace kanon::auditing
