// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::profile {

/// Rows of the table per code of the column. Row i counts as counts[i] rows; as one where `counts`
/// is empty. Cost O(n).
[[nodiscard]] std::vector<std::uint64_t> rows_of_codes(const Column& column,
                                                       std::span<const std::uint64_t> counts = {});

/// How far a column tells rows apart. The missing value is not counted among values.
struct Distinctness {
    std::uint64_t rows = 0;  ///< with a value
    std::uint64_t missing_rows = 0;
    std::uint64_t distinct = 0;
    std::uint64_t most_rows = 0;  ///< of the most frequent value
    double unique_share = 0;      ///< rows whose value has no other row / all rows
    double rare_share = 0;        ///< rows whose value has fewer than kRareRows rows / all rows

    /// Values have about as many rows each: none has many times the mean, which is small. So have
    /// numbers of persons; amounts, ages and codes have not.
    [[nodiscard]] bool is_even() const;
};

inline constexpr std::uint64_t kRareRows = 5;

/// Of rows that count as in rows_of_codes(). Cost O(n).
[[nodiscard]] Distinctness spread_of(const Column& column,
                                     std::span<const std::uint64_t> counts = {});

}  // namespace kanon::profile
