// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/reading_internal.hpp"
#include "kanon/release/release.hpp"

#include <cstdint>
#include <vector>

/// Counted rows one by one, for what knows no counts.
namespace kanon::detail {

struct SingleRows {
    AsRead original;
    Release release;
    std::vector<std::uint32_t> counted_row;  ///< of each row of the original; empty: row i of row i
};

/// Each row as often as it counts. Cost O(rows m)
[[nodiscard]] SingleRows single_rows(const AsRead& original, const Release& release);

/// Hold a release of single rows, which may be another, against the counted ones.
void claim_counted(const SingleRows& rows, Release& release);

}  // namespace kanon::detail
