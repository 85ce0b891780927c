// SPDX-License-Identifier: Apache-2.0
// Any bytes as a CSV file: read_table refuses them with a kanon::Error, or gives a table that is
// whole and survives being written and read again. Told what delimiter, quote and header are, it
// reads what a second reader reads that was written by hand.
#include "kanon/base/check.hpp"
#include "kanon/base/utf8.hpp"

#include "support.hpp"
#include "support/plain_csv.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using kanon::Table;
using kanon::fuzz::Folder;
using kanon::test::PlainRecord;

/// The records below the header of a text that RFC 4180 allows; none where it is left open what a
/// reader is to do: records of several widths, lines without a byte, bytes that are no text.
std::optional<std::vector<PlainRecord>> plain_rows(std::string_view text) {
    if (kanon::first_invalid_utf8(text) || text.find('\0') != std::string_view::npos) {
        return std::nullopt;
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    std::optional<std::vector<PlainRecord>> records = kanon::test::plain_csv(text);
    if (!records || records->size() < 2) {
        return std::nullopt;
    }
    for (const PlainRecord& record : *records) {
        if (record.size() < 2 || record.size() != records->front().size()) {
            return std::nullopt;
        }
    }
    records->erase(records->begin());
    return records;
}

void check_cells(const Table& table, const std::vector<PlainRecord>& rows) {
    KANON_CHECK(table.row_count() == rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        KANON_CHECK(table.column_count() == rows[row].size());
        for (std::size_t j = 0; j < rows[row].size(); ++j) {
            const kanon::Column& column = table.column(j);
            const bool missing = column.dictionary->is_missing(column.codes[row]);
            KANON_CHECK(missing == !rows[row][j].has_value());
            KANON_CHECK(missing || column.text(row) == *rows[row][j]);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Folder folder;
    const std::string text = kanon::fuzz::text_of(data, size);
    const std::string path = folder.at("input.csv");
    kanon::fuzz::write_bytes(path, text);
    if (const std::optional<Table> table = kanon::fuzz::table_or_refused(path)) {
        kanon::fuzz::check_survives(*table, folder.at("again.csv"));
    }
    kanon::ReadOptions told;
    told.delimiter = ',';
    told.quote = '"';
    told.header = true;
    const std::optional<Table> table = kanon::fuzz::table_or_refused(path, told);
    const std::optional<std::vector<PlainRecord>> rows = plain_rows(text);
    if (table && rows) {
        check_cells(*table, *rows);
    }
    return 0;
}
