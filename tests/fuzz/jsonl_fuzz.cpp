// SPDX-License-Identifier: Apache-2.0
// Any bytes as JSON lines: read_table refuses them with a kanon::Error, or gives a table that is
// whole and survives being written and read again, and whose texts and gaps are those that another
// parser finds.
#include "kanon/base/check.hpp"

#include "support.hpp"
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Json = nlohmann::json;
using kanon::Column;
using kanon::Table;
using kanon::fuzz::Folder;

/// One object per line; none where a line is anything else or names a key twice.
std::optional<std::vector<Json>> plain_records(std::string_view text) {
    std::vector<Json> records;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        std::size_t keys = 0;
        Json record = Json::parse(
            line,
            [&keys](int depth, Json::parse_event_t event, const Json& /*parsed*/) {
                keys += depth == 1 && event == Json::parse_event_t::key ? 1U : 0U;
                return true;
            },
            false);
        if (!record.is_object() || record.size() != keys) {
            return std::nullopt;
        }
        records.push_back(std::move(record));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return records;
}

/// A text is itself; what is null or not there is missing; how numbers and lists are spelled is the
/// reader's.
void check_cell(const Json& record, const Column& column, std::size_t row) {
    const bool missing = column.dictionary->is_missing(column.codes[row]);
    const auto found = record.find(column.name);
    if (found == record.end() || found->is_null()) {
        KANON_CHECK(missing);
    } else if (found->is_string()) {
        const auto& text = found->get_ref<const std::string&>();
        KANON_CHECK(missing ? text.empty() : column.text(row) == text);
    } else {
        KANON_CHECK(!missing);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Folder folder;
    const std::string text = kanon::fuzz::text_of(data, size);
    const std::string path = folder.at("input.jsonl");
    kanon::fuzz::write_bytes(path, text);
    kanon::ReadOptions told;
    told.find_values = false;
    const std::optional<Table> table = kanon::fuzz::table_or_refused(path, told);
    if (!table) {
        return 0;
    }
    kanon::fuzz::check_survives(*table, folder.at("again.jsonl"));
    const std::optional<std::vector<Json>> records = plain_records(text);
    if (records && records->size() == table->row_count()) {
        for (std::size_t j = 0; j < table->column_count(); ++j) {
            for (std::size_t row = 0; row < records->size(); ++row) {
                check_cell((*records)[row], table->column(j), row);
            }
        }
    }
    return 0;
}
