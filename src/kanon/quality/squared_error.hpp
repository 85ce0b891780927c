// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/spelling/aggregate.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// How far the aggregates of one attribute are from what they stand for. A value has a place: of a
/// mean its number, of a median its rank among the distinct numbers or days; two values are as far
/// apart as their places. Of a mode two values are 1 apart. SSE is the sum of squared distances of
/// all cells from their released values, SST that from the aggregate of the whole table, which a
/// starred cell is taken for.
///
/// With means alone, and all weights equal, the mean of SSE / SST over the attributes is the
/// information loss SSE / SST of standardized attributes that the literature of microaggregation
/// states (Domingo-Ferrer, Mateo-Sanz: Practical data-oriented microaggregation for statistical
/// disclosure control, TKDE 2002); there in percent.
class SquaredError {
public:
    /// `rows` has how many rows of the table have each code. \pre the column has the aggregate, see
    /// why_no_aggregate(). Cost O(distinct values).
    SquaredError(const Dictionary& dictionary,
                 const Aggregate& aggregate,
                 std::span<const std::uint64_t> rows);

    /// The place of a value. \pre not of a mode, not missing
    [[nodiscard]] double place(Code code) const { return places_[code]; }

    /// The place of a released value, or of the table's aggregate where that is a star.
    [[nodiscard]] double place(const ReleasedValue& value, const ReleasedDomain& domain) const;

    /// The squared distance of a value from a released one.
    [[nodiscard]] double of(Code code,
                            const ReleasedValue& value,
                            const ReleasedDomain& domain) const;

    /// SST; 0 where one value stands in all rows.
    [[nodiscard]] double whole() const { return whole_; }

private:
    bool by_place_;               ///< else by being equal
    std::vector<double> places_;  ///< per code that is not missing
    double centre_ = 0;           ///< place of the table's aggregate
    Code mode_ = 0;
    double whole_ = 0;
};

}  // namespace kanon
