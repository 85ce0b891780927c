// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kanon::detail {

/// Reads pieces of a table with the dictionaries of the whole, so that codes mean the same in each.
class PartitionTables {
public:
    /// `whole` has every value of each column; it must outlive this. `missing_marks`: spellings
    /// that are missing there, by column. `show_values`: messages may quote cells.
    PartitionTables(const Table& whole,
                    const std::map<std::string, std::vector<std::string>>& missing_marks,
                    bool show_values);

    /// The distinct rows of a piece, source by source, sorted by their codes, with their counts.
    /// \throws Error{bad_input}: what an engine says, or the table has values now that it had not
    [[nodiscard]] SourceReading read(std::span<const engine::SourcePart> piece) const;

    /// The code of a text of a column, or of its missing value. \throws Error{bad_input}: the
    /// table had no such value
    [[nodiscard]] Code code_of(std::size_t column, const engine::Cell& cell) const;

private:
    const Table& whole_;
    const std::map<std::string, std::vector<std::string>>& missing_marks_;
    bool show_values_;
    std::vector<std::unordered_map<std::string_view, Code>> codes_;  ///< per column, by text
};

}  // namespace kanon::detail
