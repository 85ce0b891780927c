// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/blank_rows.hpp"

#include "kanon/engine/dialect.hpp"
#include "kanon/engine/gathered_rows.hpp"

#include <fmt/format.h>

namespace kanon::engine {

std::string has_value(const Dialect& dialect, const BlankColumns& columns, std::string_view of) {
    std::string out;
    const auto add = [&](const std::string& name, bool has_text) {
        std::string value = std::string(of) + quoted_name(dialect, name);
        if (has_text) {
            value = fmt::format("NULLIF(TRIM({}), '')", text_of(dialect, value));
        }
        out += fmt::format("{}{} IS NOT NULL", out.empty() ? "(" : " OR ", value);
    };
    for (const std::string& name : columns.read) {
        add(name, true);
    }
    for (const std::string& name : columns.skipped) {
        add(name, columns.skipped_have_texts);
    }
    return out + ")";
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
