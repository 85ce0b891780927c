// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/distinctness.hpp"

#include <algorithm>

namespace kanon::profile {

std::vector<std::uint64_t> rows_of_codes(const Column& column,
                                         std::span<const std::uint64_t> counts) {
    std::vector<std::uint64_t> rows(column.dictionary->size());
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            rows[codes[row]] += counts.empty() ? 1 : counts[row];
        }
    });
    return rows;
}

bool Distinctness::is_even() const {
    constexpr std::uint64_t kMostMean = 50;
    constexpr std::uint64_t kTimesMean = 5;
    constexpr std::uint64_t kAllowance = 10;  // chance moves small counts
    return distinct > 0 && rows <= kMostMean * distinct &&
           most_rows <= kTimesMean * rows / distinct + kAllowance;
}

Distinctness spread_of(const Column& column, std::span<const std::uint64_t> counts) {
    const std::vector<std::uint64_t> rows_of = rows_of_codes(column, counts);
    Distinctness out;
    std::uint64_t unique = 0;
    std::uint64_t rare = 0;
    for (Code code = 0; code < rows_of.size(); ++code) {
        const std::uint64_t rows = rows_of[code];
        if (column.dictionary->is_missing(code)) {
            out.missing_rows = rows;
            continue;
        }
        out.rows += rows;
        out.distinct += rows > 0 ? 1U : 0U;
        out.most_rows = std::max(out.most_rows, rows);
        unique += rows == 1 ? 1U : 0U;
        rare += rows < kRareRows ? rows : 0;
    }
    const double n = std::max<double>(1, static_cast<double>(out.rows + out.missing_rows));
    out.unique_share = static_cast<double>(unique) / n;
    out.rare_share = static_cast<double>(rare) / n;
    return out;
}

}  // namespace kanon::profile
