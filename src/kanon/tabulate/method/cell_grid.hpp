// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/table.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace kanon::tabulate {

/// More cells than these are refused: all are kept in memory.
inline constexpr std::size_t kMostCells = 2'000'000;

/// The distinct rows of some columns, and the cells that each is counted in. Levels of a column
/// stand beside it: a tuple has a value of each.
class CellGrid {
public:
    /// Count. Cost O(rows * columns + distinct rows * sets). \throws Error{bad_input}: more than
    /// kMostCells cells
    CellGrid(const Table& table, std::vector<CountColumn> columns, std::vector<std::uint32_t> sets);

    [[nodiscard]] std::size_t tuple_count() const { return counts_.size(); }

    [[nodiscard]] std::span<const Code> tuple(std::size_t at) const {
        return std::span(tuples_).subspan(at * width(), width());
    }

    [[nodiscard]] std::uint64_t rows_of(std::size_t at) const { return counts_[at]; }

    /// The cell of a tuple in each set, in the order of sets.
    [[nodiscard]] std::span<const std::uint32_t> cells_of(std::size_t at) const {
        const std::size_t sets = tables_.sets.size();
        return std::span(cells_of_).subspan(at * sets, sets);
    }

    /// Tuples that differ from one in the columns of this family at most, itself among them.
    [[nodiscard]] const std::vector<std::uint32_t>& along(std::size_t at, std::size_t family) const;

    /// The tuple of these values, or tuple_count().
    [[nodiscard]] std::size_t find(std::span<const Code> values) const;

    [[nodiscard]] std::size_t width() const { return tables_.columns.size(); }

    [[nodiscard]] std::uint32_t family_of(std::size_t column) const {
        return tables_.columns[column].family;
    }

    [[nodiscard]] std::size_t family_count() const { return family_count_; }

    /// The families of columns, bit i: family i.
    [[nodiscard]] std::uint32_t families_of(std::uint32_t columns) const;

    /// The tables without any suppression or witness.
    [[nodiscard]] const CountTables& tables() const { return tables_; }

private:
    void count_rows(const Table& table);
    void count_cells();
    void index_lines();

    CountTables tables_;
    std::vector<Code> tuples_;  ///< width() for each
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint32_t> cells_of_;
    std::unordered_map<std::string, std::uint32_t> places_;
    std::size_t family_count_ = 0;
    std::vector<std::uint32_t> line_of_;  ///< family_count() for each tuple
    std::vector<std::vector<std::uint32_t>> lines_;
};

}  // namespace kanon::tabulate
