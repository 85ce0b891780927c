// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kanon::profile {

struct PartCounts;

/// A few columns, and how far their values together tell rows apart (Motwani, Xu: Efficient
/// Algorithms for Masking and Finding Quasi-Identifiers, 2007). Missing is a value here.
struct SeparatingSet {
    std::vector<std::size_t> columns;  ///< of the table, ascending
    std::uint64_t unique_rows = 0;     ///< rows whose combination no other row has
    double distinction = 0;            ///< distinct combinations / rows
    double separation = 0;             ///< pairs of rows that differ / pairs of rows
};

/// Columns of a search, and what it may cost.
struct SeparationSearch {
    std::vector<std::size_t> columns;          ///< to choose from
    std::size_t most_columns = 3;              ///< in a set
    std::uint64_t row_visits = 1ULL << 26U;    ///< of samples, all sets together
    std::uint64_t counted_rows = 1ULL << 20U;  ///< of more, figures are estimated
    unsigned threads = 1;
};

/// For each size the set of columns that leaves most rows alone; a larger one only as long as it
/// leaves more alone. Empty if there is no column or no row.
///
/// Sets are ranked on s rows drawn evenly by a fixed seed, s = row_visits / sets, at least 4,096:
/// all pairs of the 64 best columns with every column, and all of the 64 best pairs with every
/// column. A row alone in the table is alone in a sample, so with N sets the sample's share of a
/// set is below its true one by more than sqrt(ln(N / p) / (2 s)) with probability p at most. The
/// best eight of each size are then counted over all rows, and the best of these is the answer; of
/// more than counted_rows rows those combinations whose hash falls in a part of 1 / 2^b, as wholes,
/// so that the counts are unbiased. Combinations are told apart by 64-bit hashes.
/// Cost O(row_visits + 24 n) time, 8 bytes per row and 50 MB at most
/// per thread, and 8 per cell of the sample. Same result for any thread count.
[[nodiscard]] std::vector<SeparatingSet> find_separating_sets(const Table& table,
                                                              const SeparationSearch& search);

/// How many rows a count takes; of more, those combinations whose hash falls in a part of 1 / 2^b,
/// as wholes, so that counts are estimated without bias.
struct CountedRows {
    std::uint64_t rows = 1ULL << 20U;
    unsigned threads = 1;
    std::span<const std::uint64_t> counts{};  ///< rows that each row stands for; empty: 1 each
};

/// Count one set over all rows. \pre columns is not empty. Cost O(n) for each column
[[nodiscard]] SeparatingSet separation_of(const Table& table,
                                          std::span<const std::size_t> columns,
                                          const CountedRows& most);

/// Rows whose values in some columns fewer than k rows have, together.
struct RareRows {
    std::uint64_t rows = 0;
    bool is_exact = true;  ///< else estimated
};

/// Cost as separation_of().
[[nodiscard]] RareRows rare_rows_of(const Table& table,
                                    std::span<const std::size_t> columns,
                                    std::uint64_t k,
                                    const CountedRows& most);

/// The same of rows that come one after the other, each combination once or more often.
class RareRowCount {
public:
    /// `rows`: how many will come; `columns`: of the table that they are of.
    RareRowCount(std::uint64_t rows, std::vector<std::size_t> columns, std::uint64_t counted_rows);
    ~RareRowCount();
    RareRowCount(const RareRowCount&) = delete;
    RareRowCount& operator=(const RareRowCount&) = delete;

    /// The codes of the columns, in their order, and how many rows have them.
    void add(std::span<const Code> codes, std::uint64_t rows);

    /// Rows whose combination fewer than k rows have.
    [[nodiscard]] RareRows rare_rows(std::uint64_t k) const;

private:
    std::vector<std::size_t> columns_;
    std::unique_ptr<PartCounts> part_;
};

}  // namespace kanon::profile
