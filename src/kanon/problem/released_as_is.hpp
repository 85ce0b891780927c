// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/problem/warnings.hpp"
#include "kanon/profile/dependence.hpp"
#include "kanon/profile/separation.hpp"
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

/// What they are found to tell.
struct AsIsFindings {
    profile::RareRows rare;                 ///< whose values fewer than k have, all together
    std::vector<std::uint64_t> rare_alone;  ///< rows whose value fewer than k have, per column
    std::vector<profile::Dependence> dependences;  ///< of them on known columns
};

/// Those of a problem. \pre roles and models are bound
[[nodiscard]] AsIsColumns as_is_columns(const Problem& problem);

/// Rows whose value in a column fewer than k rows, or persons, have. Cost O(n)
[[nodiscard]] std::uint64_t rare_rows_alone(const Table& table,
                                            std::size_t column,
                                            const AsIsColumns& as_is,
                                            unsigned threads);

/// How dependences are looked for.
[[nodiscard]] profile::DependenceSearch dependence_search(const AsIsColumns& as_is,
                                                          unsigned threads);

/// Look at the rows. Of more than 2^20, if they are counted and not persons, the number of rare
/// ones is estimated. Cost O(n m).
[[nodiscard]] AsIsFindings look_at_columns_as_they_are(const Table& table,
                                                       const AsIsColumns& as_is,
                                                       unsigned threads);

/// A warning `singles-out` if some rows share their values in these columns, all together, with
/// fewer than k rows (or persons): whoever knows those values finds the row whatever is generalized
/// beside. Says by which column alone most of them do.
///
/// A warning `follows-from` if some of these columns are told by a known one: whoever knows that
/// knows what stands there, and finds the rows of a class apart by it
/// (profile::find_dependences()). Of the table names and number of rows alone are looked at.
[[nodiscard]] std::vector<Warning> warnings_of_columns_as_they_are(const Table& table,
                                                                   const AsIsColumns& as_is,
                                                                   const AsIsFindings& found);

/// Warn of these columns as found, by whoever looked. \pre models are bound.
void warn_of_columns_as_they_are(Problem& problem, const AsIsFindings& found);

/// The warning `unknown-roles` of columns that nobody has said the meaning of.
[[nodiscard]] Warning warning_of_unknown_columns(std::vector<std::string> names);

}  // namespace kanon::detail
