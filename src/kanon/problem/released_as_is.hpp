// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/warnings.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::detail {

/// What a release shows as it is.
struct AsIsColumns {
    std::vector<std::size_t> columns;   ///< insensitive and sensitive
    std::vector<std::size_t> known;     ///< quasi-identifying
    std::optional<std::size_t> person;  ///< rows of one person count once
    std::uint64_t k = 1;
    std::span<const std::uint64_t> counts{};  ///< rows that each row stands for; empty: 1 each
};

/// A warning `singles-out` if some rows share their values in these columns, all together, with
/// fewer than k rows (or persons): whoever knows those values finds the row whatever is generalized
/// beside. Says by which column alone most of them do. Of more than 2^20 rows, if they are counted
/// and not persons, the number is estimated.
///
/// A warning `follows-from` if some of these columns are told by a known one: whoever knows that
/// knows what stands there, and finds the rows of a class apart by it
/// (profile::find_dependences()). Cost O(n m).
[[nodiscard]] std::vector<Warning> warnings_of_columns_as_they_are(const Table& table,
                                                                   const AsIsColumns& as_is,
                                                                   unsigned threads);

/// The warning `unknown-roles` of columns that nobody has said the meaning of.
[[nodiscard]] Warning warning_of_unknown_columns(std::vector<std::string> names);

}  // namespace kanon::detail
