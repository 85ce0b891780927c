// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/blank_rows.hpp"

#include "kanon/engine/dialect/dialect.hpp"
#include "kanon/engine/dialect/sql_pattern.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>

namespace kanon::engine {

std::string has_value(const Dialect& dialect, const BlankColumns& columns, std::string_view of) {
    // In brackets, so many at a time: engines limit how deep an expression is.
    constexpr std::size_t kTogether = 32;
    std::string out;
    std::size_t conditions = 0;
    const auto add = [&](const std::string& name, bool has_text) {
        std::string value = std::string(of) + quoted_name(dialect, name);
        if (has_text) {
            const auto spelled = columns.spelled.find(name);
            const std::string text =
                spelled == columns.spelled.end() ? value : with_pattern(spelled->second, value);
            value = fmt::format("NULLIF(TRIM({}), '')", text_of(dialect, text));
        }
        const std::string_view before = conditions == 0               ? "(("
                                        : conditions % kTogether == 0 ? ") OR ("
                                                                      : " OR ";
        out += fmt::format("{}{} IS NOT NULL", before, value);
        ++conditions;
    };
    for (const std::string& name : columns.read) {
        add(name, true);
    }
    for (const std::string& name : columns.skipped) {
        add(name, columns.skipped_have_texts);
    }
    return out + "))";
}

std::uint64_t count_blank(Connection& connection,
                          const SourceAddress& address,
                          const BlankColumns& columns) {
    const Dialect& dialect = connection.dialect();
    return count_of(
        connection,
        fmt::format("{} WHERE NOT {}", from_clause(dialect, address), has_value(dialect, columns)));
}

}  // namespace kanon::engine
