// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// Released and original rows by type. Types have the key columns first, in released codes on both
/// sides: rows can only match if all of these are equal. The other columns are those whose
/// released values overlap, each in its own codes; there the originals must be covered.
struct MatchingTypes {
    std::vector<const RecodedColumn*> overlapping;  ///< those that tell most apart first
    std::size_t keys = 0;
    std::vector<std::uint32_t> released_rows;  ///< place -> row, suppressed ones left out
    std::vector<std::uint32_t> original_rows;  ///< place -> row, those without a key left out
    TypedRows released;
    TypedRows original;
    /// Tracked columns that are not in the release as they are: what a released row has there hangs
    /// on the original row that it is matched with. The original types have histograms of them.
    std::vector<std::size_t> hidden;  ///< places among the problem's tracked columns
};

/// Group the rows of both sides that are not suppressed. Cost O(n m).
[[nodiscard]] MatchingTypes make_matching_types(const Evidence& evidence);

}  // namespace kanon::auditing
