// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::linked {

struct ColumnLoss {
    std::string column;
    double loss = 0;  ///< mean NCP over the rows of the original, 1 of a row that is left out
};

struct TableLoss {
    std::string table;
    std::uint64_t rows = 0;
    std::uint64_t left_out = 0;
    std::vector<ColumnLoss> columns;  ///< quasi-identifiers
    double loss = 0;  ///< weighted mean of the columns; without any, the share left out
};

struct LinkedLoss {
    std::vector<TableLoss> tables;  ///< but made ones
    double loss = 0;                ///< mean over the cells of all tables
};

/// What a release loses, by its spellings alone: GCP (DESIGN section 5) of each table, and of all
/// their cells together. Cost O(rows m). \pre the release was audited
[[nodiscard]] LinkedLoss measure_linked(const LinkedTables& original,
                                        const std::vector<Table>& released);

}  // namespace kanon::linked
