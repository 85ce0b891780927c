// SPDX-License-Identifier: Apache-2.0
// Any bytes as a CSV file: read_table refuses them with a kanon::Error, or gives a table that is
// whole and survives being written and read again. What is refused is read once more with its first
// line for a header, since that may be all that was in doubt. Told what delimiter, quote and header
// are, it reads what a second reader reads that was written by hand.
#include "kanon/base/check.hpp"
#include "kanon/base/text/utf8.hpp"

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

/// The header of a text that RFC 4180 allows and the records below it; none where it is left open
/// what a reader is to do: records of several widths, a first line without a byte, bytes that are
/// no text.
std::optional<std::vector<PlainRecord>> plain_records(std::string_view text) {
    if (kanon::first_invalid_utf8(text) || text.find('\0') != std::string_view::npos) {
        return std::nullopt;
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    std::optional<std::vector<PlainRecord>> records = kanon::test::plain_csv(text);
    if (!records || records->size() < 2 || text.starts_with('\n') || text.starts_with('\r')) {
        return std::nullopt;
    }
    for (const PlainRecord& record : *records) {
        if (record.size() != records->front().size()) {
            return std::nullopt;
        }
    }
    return records;
}

/// As the file looks; if it is refused so, with a header.
std::optional<Table> sniffed(const std::string& path) {
    std::optional<Table> table = kanon::fuzz::table_or_refused(path);
    if (!table) {
        kanon::ReadOptions told;
        told.header = true;
        table = kanon::fuzz::table_or_refused(path, told);
    }
    return table;
}

void check_cells(const Table& table, const std::vector<PlainRecord>& records) {
    const PlainRecord& header = records.front();
    KANON_CHECK(table.row_count() + 1 == records.size());
    KANON_CHECK(table.column_count() == header.size());
    for (std::size_t j = 0; j < header.size(); ++j) {
        const kanon::Column& column = table.column(j);
        KANON_CHECK(column.name == header[j]);
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            const kanon::test::PlainCell& cell = records[row + 1][j];
            const bool missing = column.dictionary->is_missing(column.codes[row]);
            KANON_CHECK(missing == !cell.has_value());
            KANON_CHECK(missing || column.text(row) == *cell);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Folder folder;
    const std::string text = kanon::fuzz::text_of(data, size);
    const std::string path = folder.at("input.csv");
    kanon::fuzz::write_bytes(path, text);
    if (const std::optional<Table> table = sniffed(path)) {
        kanon::fuzz::check_survives(*table, folder.at("again.csv"));
    }
    kanon::ReadOptions told;
    told.delimiter = ',';
    told.quote = '"';
    told.header = true;
    told.find_values = false;
    const std::optional<Table> table = kanon::fuzz::table_or_refused(path, told);
    const std::optional<std::vector<PlainRecord>> records = plain_records(text);
    if (table && records) {
        check_cells(*table, *records);
    }
    return 0;
}
