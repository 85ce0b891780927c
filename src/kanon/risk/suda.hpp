// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::risk {

/// The most columns whose sets are looked at: one bit each.
inline constexpr std::size_t kMostSudaColumns = 64;

/// Set visits, each of a set of columns and a row type, that are done without being asked: some
/// seconds.
inline constexpr std::uint64_t kUsualVisits = 4'000'000'000;

/// Those that are done where somebody names a size; more are refused.
inline constexpr std::uint64_t kMostVisits = 50'000'000'000;

/// Minimal sample uniques that are kept; 8 bytes each.
inline constexpr std::uint64_t kMostMinimalUniques = std::uint64_t{1} << 25U;

/// What singles the rows of a table out that share their values in all columns with no other.
struct MinimalUniques {
    std::size_t columns = 0;
    std::size_t largest = 0;  ///< sets of more columns were not looked at
    bool is_capped = false;   ///< there are more columns, and nobody named a size
    /// The row types of one subject, ascending.
    std::vector<std::uint32_t> types;
    /// Per such type its minimal sample uniques: sets of columns, one bit each, in which it shares
    /// its values with no other row, and in no set of fewer of them.
    std::vector<std::vector<std::uint64_t>> sets;
};

/// Find the minimal sample uniques of up to `largest` columns; 0: as large as kUsualVisits allows.
///
/// Elliot, Manning, Ford: A computational algorithm for handling the special uniques problem, 2002;
/// Manning, Haglin, Keane: A recursive search algorithm for statistical disclosure assessment
/// (SUDA2), Data Mining and Knowledge Discovery 16 (2008). The sets are the same; the way is
/// another: the row types that are not yet alone are parted column by column (stripped partitions:
/// Huhtala et al., TANE 1999), sets in an order in which their subsets come first. A missing value
/// is a value. `subjects`: of each row type; empty: its rows.
///
/// Cost O(row types still alike) for each set, beside a look at the uniques so far of those that
/// become alone. Memory: 4 bytes a row type for each column of a set, 8 for each minimal unique.
/// \throws Error{bad_input}: more than kMostSudaColumns columns; Error{usage}: a size whose sets
/// are more than kMostVisits, or that has more than kMostMinimalUniques; Error{cancelled}
[[nodiscard]] MinimalUniques find_minimal_uniques(const RowTypes& types,
                                                  std::span<const std::uint64_t> subjects,
                                                  std::size_t largest,
                                                  const RunContext& context);

}  // namespace kanon::risk
