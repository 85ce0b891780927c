// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/fault_log.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/release/spelling/reading.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Every promise of a release of linked tables, derived again from original and released tables.
namespace kanon::linked::auditing {

using kanon::auditing::FaultLog;

/// One released table, its columns found by name and its spellings read.
struct ReleasedTable {
    Table table;
    std::vector<std::size_t> quasi_identifiers;  ///< columns, in the order of the problem's
    std::vector<ReadDomain> read;                ///< of each of these
    std::vector<std::size_t> kept;               ///< columns that are as they were
    std::vector<std::size_t> original_kept;      ///< the same columns in the original
    /// Per kept column and released code, the original code so spelled; none where there is none.
    std::vector<std::vector<std::optional<Code>>> original_code;
    std::vector<std::uint32_t> parent_row;  ///< of the root: empty
    std::vector<std::uint32_t> by_parent;
    std::vector<std::uint32_t> first_child;

    [[nodiscard]] std::size_t rows() const { return table.row_count(); }

    [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t row) const {
        return std::span(by_parent).subspan(first_child[row],
                                            first_child[row + std::size_t{1}] - first_child[row]);
    }
};

struct ReleasedForest {
    std::vector<ReleasedTable> tables;
    bool is_whole = false;  ///< columns, spellings and links hold, so that the rest can be judged
};

/// Read the released tables; what is wrong with columns, spellings, keys and links is logged.
[[nodiscard]] ReleasedForest read_forest(const LinkedTables& original,
                                         const std::vector<Table>& released,
                                         FaultLog& log);

/// What of a row is held against its original.
enum class Compared : std::uint8_t {
    all,               ///< what the release says
    quasi_identifiers  ///< what an attacker knows
};

/// True if a released row may stand for an original one by itself: its quasi-identifiers cover
/// those of the original, and its other columns, where they are compared, are the same.
[[nodiscard]] bool row_covers(const LinkedTable& original,
                              const ReleasedTable& released,
                              std::uint32_t original_row,
                              std::uint32_t released_row,
                              Compared compared = Compared::all);

/// The first column by which it may not; "": it may.
[[nodiscard]] std::string uncovered_column(const LinkedTable& original,
                                           const ReleasedTable& released,
                                           std::uint32_t original_row,
                                           std::uint32_t released_row,
                                           Compared compared = Compared::all);

}  // namespace kanon::linked::auditing
