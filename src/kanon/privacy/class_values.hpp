// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kanon::privacy {

/// What the missing value is to a model.
enum class MissingIs : std::uint8_t {
    none,    ///< no value: rows without one are left out
    a_value  ///< a category like any other
};

/// Counts the values of a column in a class as every model counts them: codes that are one value
/// (ModelContext::value_of) are one; the missing value is none, or one. Stateless: safe to share.
class ClassValues {
public:
    explicit ClassValues(const ModelContext& context, MissingIs missing = MissingIs::none);

    [[nodiscard]] std::size_t place() const { return place_; }

    /// The value that a code spells.
    [[nodiscard]] Code value_of(Code code) const { return value_of_ ? (*value_of_)[code] : code; }

    /// The value that a code counts as; none: it is missing, and that is none.
    [[nodiscard]] std::optional<Code> counted(Code code) const {
        return code == left_out_ ? std::nullopt : std::optional(value_of(code));
    }

    /// Call use(value, rows) for each value of the class, ascending. Cost O(codes), or O(codes log
    /// codes) where equal values do not stand side by side.
    template <class Use>
    void each(const ClassView& view, Use use) const;

    /// Distinct values of the class. Cost O(1) where each code is a value of its own, else as
    /// each().
    [[nodiscard]] std::uint64_t distinct(const ClassView& view) const;

    /// Distinct values of the whole table; none if its distribution was not told.
    [[nodiscard]] std::optional<double> of_table() const { return of_table_; }

private:
    [[nodiscard]] bool has_left_out(const HistogramView& histogram) const;

    std::size_t place_;
    std::optional<Code> left_out_;  ///< the missing value where it is none
    std::shared_ptr<const std::vector<Code>> value_of_;
    bool side_by_side_;  ///< values ascend as codes do
    std::optional<double> of_table_;
};

/// How often each value occurs in the whole table, suppressed rows included; the missing value is
/// one. Without a distribution all is 0.
class TableValues {
public:
    explicit TableValues(const ModelContext& context);

    [[nodiscard]] std::uint64_t rows() const { return rows_; }

    /// Rows of a value, by the code that stands for it.
    [[nodiscard]] std::uint64_t rows_of(Code value) const {
        return value < rows_of_.size() ? rows_of_[value] : 0;
    }

    /// The share of a value among all rows.
    [[nodiscard]] double share_of(Code value) const {
        return static_cast<double>(rows_of(value)) / static_cast<double>(rows_);
    }

    /// Values that occur, the missing one among them.
    [[nodiscard]] std::uint64_t values() const { return values_; }

private:
    std::vector<std::uint64_t> rows_of_;  ///< per code; 0 where another stands for its value
    std::uint64_t rows_ = 0;
    std::uint64_t values_ = 0;
};

template <class Use>
void ClassValues::each(const ClassView& view, Use use) const {
    const HistogramView& histogram = view.histograms[place_];
    std::vector<std::pair<Code, std::uint64_t>> apart;  // only where equal values stand apart
    Code last = 0;
    std::uint64_t rows = 0;
    const auto take = [&](Code value, std::uint64_t count) {
        if (rows > 0 && value != last) {
            use(last, std::exchange(rows, 0));
        }
        last = value;
        rows += count;
    };
    for (std::size_t i = 0; i < histogram.values.size(); ++i) {
        if (histogram.values[i] == left_out_) {
            continue;
        }
        const Code value = value_of(histogram.values[i]);
        if (side_by_side_) {
            take(value, histogram.counts[i]);
        } else {
            apart.emplace_back(value, histogram.counts[i]);
        }
    }
    std::sort(apart.begin(), apart.end());
    for (const auto& [value, count] : apart) {
        take(value, count);
    }
    if (rows > 0) {
        use(last, rows);
    }
}

}  // namespace kanon::privacy
