// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/typed_columns.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/writing/kept_numbers.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace kanon::io {
namespace {

/// True for SQL types that a text is cast back to; others are written as text.
bool is_typed(std::string_view type) {
    constexpr std::array<std::string_view, 23> kTyped{"BOOLEAN",
                                                      "TINYINT",
                                                      "SMALLINT",
                                                      "INTEGER",
                                                      "BIGINT",
                                                      "HUGEINT",
                                                      "UTINYINT",
                                                      "USMALLINT",
                                                      "UINTEGER",
                                                      "UBIGINT",
                                                      "UHUGEINT",
                                                      "FLOAT",
                                                      "DOUBLE",
                                                      "DATE",
                                                      "TIME",
                                                      "TIMESTAMP",
                                                      "TIMESTAMP_S",
                                                      "TIMESTAMP_MS",
                                                      "TIMESTAMP_NS",
                                                      "TIMESTAMP WITH TIME ZONE",
                                                      "UUID",
                                                      "INTERVAL",
                                                      "TIME WITH TIME ZONE"};
    const bool is_decimal = type.starts_with("DECIMAL(") && type.ends_with(")") &&
                            type.find_first_not_of("0123456789,", 8) == type.size() - 1;
    return is_decimal || std::ranges::find(kTyped, type) != kTyped.end();
}

}  // namespace

std::string written_type(const Column& column) {
    return is_typed(column.storage_type) && keeps_numbers(column) ? column.storage_type : "";
}

std::string select_list(const Table& table) {
    std::string out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const std::string type = written_type(table.column(j));
        const std::string name = "c" + std::to_string(j);
        out += j > 0 ? ", " : "";
        if (type.empty()) {
            out += name;
        } else {
            out.append("TRY_CAST(").append(name).append(" AS ").append(type).append(")");
        }
        out.append(" AS ").append(sql_name(table.column(j).name));
    }
    return out;
}

void check_column_names(const Table& table, const std::string& file) {
    std::map<std::string, std::string_view> seen;
    for (const std::string_view name : table.names()) {
        std::string lower(name);
        std::ranges::transform(lower, lower.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        const auto [earlier, is_new] = seen.emplace(lower, name);
        if (!is_new) {
            throw Error(ErrorCode::bad_output,
                        "columns '" + std::string(earlier->second) + "' and '" + std::string(name) +
                            "' differ only in case, which this format cannot hold; write CSV",
                        {.file = file});
        }
    }
}

std::string write_fault(std::string_view message) {
    if (message.find("No space left") != std::string_view::npos) {
        return "the disk is full; make room or write elsewhere";
    }
    const std::size_t reason = message.rfind(": ");
    const bool is_system = message.starts_with("IO Error") && reason != std::string_view::npos;
    return "cannot be written" +
           (is_system ? ": " + std::string(message.substr(reason + 2)) : std::string()) +
           "; check the disk or write elsewhere";
}

}  // namespace kanon::io
