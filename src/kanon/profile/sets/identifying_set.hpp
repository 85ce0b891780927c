// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::profile {

/// Columns of a search for those that identify, and what it may cost.
struct IdentifyingSearch {
    std::vector<std::size_t> columns;          ///< to choose from
    std::uint64_t row_visits = 1ULL << 27U;    ///< looks at a cell
    std::uint64_t set_steps = 1ULL << 27U;     ///< see HittingSets::solve()
    std::uint64_t sampled_rows = 1ULL << 13U;  ///< rows that are looked at first
};

/// The fewest columns that single out every row that all columns together single out.
struct IdentifyingSet {
    std::uint64_t unique_rows = 0;     ///< rows whose combination in all columns no other row has
    std::vector<std::size_t> columns;  ///< of the table, ascending; empty: no such row
    std::size_t at_least = 0;          ///< no fewer columns do

    [[nodiscard]] bool is_least() const { return columns.size() == at_least; }
};

/// Two rows, one of them alone with its values, must differ in one of the columns chosen: what is
/// sought is a minimum hitting set of the sets of columns in which such pairs differ (the minimum
/// test set, Garey, Johnson 1979, SP6; a least key where no two rows are equal). Pairs are not
/// listed: those that a choice leaves alike are found by grouping the rows by it, and their sets
/// are added until the least choice leaves none. Each choice is tried on a sample first, then on
/// all rows; every set comes of two rows of the table, so that what is least for the sets is a
/// bound throughout. Where the visits run out, columns are at most so many: those that are not
/// needed are left out of a choice that is enough.
///
/// Rows are told apart by 64-bit hashes of their combinations, and pairs then by their cells.
/// Memory: 20 bytes a row. The same in every run. \pre the columns are of the table
[[nodiscard]] IdentifyingSet find_identifying_set(const Table& table,
                                                  const IdentifyingSearch& search);

}  // namespace kanon::profile
