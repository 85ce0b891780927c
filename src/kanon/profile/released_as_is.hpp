// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/profile/sets/dependence.hpp"
#include "kanon/profile/sets/separation.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::profile {

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
    RareRows rare;                          ///< whose values fewer than k have, all together
    std::vector<std::uint64_t> rare_alone;  ///< rows whose value fewer than k have, per column
    std::vector<Dependence> dependences;    ///< of them on known columns
};

/// Rows whose value in a column fewer than k rows, or persons, have. Cost O(n)
[[nodiscard]] std::uint64_t rare_rows_alone(const Table& table,
                                            std::size_t column,
                                            const AsIsColumns& as_is,
                                            unsigned threads);

/// Rows whose values in all of the columns fewer than k rows, or persons, have together; estimated
/// as look_at_columns_as_they_are() says. \pre there is a column. Cost O(n) for each column
[[nodiscard]] RareRows rare_rows_together(const Table& table,
                                          const AsIsColumns& as_is,
                                          unsigned threads);

/// How dependences are looked for.
[[nodiscard]] DependenceSearch dependence_search(const AsIsColumns& as_is, unsigned threads);

/// Look at the rows. Of more than 2^20, if they are counted and not persons, the number of rare
/// ones is estimated. Cost O(n m).
[[nodiscard]] AsIsFindings look_at_columns_as_they_are(const Table& table,
                                                       const AsIsColumns& as_is,
                                                       unsigned threads);

}  // namespace kanon::profile
