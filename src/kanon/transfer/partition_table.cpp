// SPDX-License-Identifier: Apache-2.0
#include "kanon/transfer/partition_table.hpp"

#include "kanon/engine/rows/read_rows.hpp"
#include "kanon/table/row_order.hpp"

#include <memory>
#include <utility>

namespace kanon::detail {

PartitionTables::PartitionTables(
    const Table& whole,
    const std::map<std::string, std::vector<std::string>>& missing_marks,
    bool show_values)
    : whole_(whole), missing_marks_(missing_marks), show_values_(show_values) {
    for (std::size_t column = 0; column < whole.column_count(); ++column) {
        const Dictionary& dictionary = *whole.column(column).dictionary;
        std::unordered_map<std::string_view, Code>& codes = codes_.emplace_back();
        for (Code code = 0; code < dictionary.size(); ++code) {
            codes.emplace(dictionary.is_missing(code) ? "" : dictionary.text(code), code);
        }
        const auto marks = missing_marks.find(whole.column(column).name);
        if (marks != missing_marks.end() && dictionary.missing()) {
            for (const std::string& mark : marks->second) {
                codes.emplace(mark, *dictionary.missing());
            }
        }
    }
}

Code PartitionTables::code_of(std::size_t column, const engine::Cell& cell) const {
    const auto found = codes_[column].find(cell.value_or(""));
    if (found == codes_[column].end()) {
        throw Error(ErrorCode::bad_input,
                    "the table changed while it was read; nothing was released, run again");
    }
    return found->second;
}

SourceReading PartitionTables::read(std::span<const engine::SourcePart> piece) const {
    ReadOptions options;
    options.find_values = false;
    options.keep_blank_rows = true;  // those that are none were left out before
    options.show_values = show_values_;
    engine::EngineTable read = engine::read_rows(piece, options);
    std::vector<std::shared_ptr<const Column>> columns;
    const std::size_t rows = read.read.table.row_count();
    for (std::size_t place = 0; place < whole_.column_count(); ++place) {
        const Column& from = read.read.table.column(place);
        const Dictionary& own = *from.dictionary;
        std::vector<Code> codes(own.size());
        for (Code code = 0; code < own.size(); ++code) {
            const auto found = codes_[place].find(own.is_missing(code) ? "" : own.text(code));
            if (found == codes_[place].end()) {
                throw Error(ErrorCode::bad_input,
                            "changed while it was read; nothing was released, run again",
                            Where{.file = engine::shown(piece.front().address)});
            }
            codes[code] = found->second;
        }
        Column column = whole_.column(place);
        column.codes = from.codes.mapped(codes, column.dictionary->size());
        columns.push_back(std::make_shared<const Column>(std::move(column)));
    }
    read.read.table = Table(std::move(columns), rows);
    read = engine::in_code_order(std::move(read));
    return {.table = std::move(read.read.table),
            .missing_marks = missing_marks_,
            .needed = {},
            .counts = std::move(read.counts),
            .first_rows = std::move(read.first_rows)};
}

}  // namespace kanon::detail
