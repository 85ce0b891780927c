// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/declared_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace kanon::engine {
namespace {

std::string upper(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return out;
}

bool has(const std::string& text, std::string_view word) {
    return text.find(word) != std::string::npos;
}

/// SQLite takes nearly any words for a type, and goes by some syllables of them.
std::string_view affinity_of(std::string_view declared) {
    const std::string type = upper(declared);
    if (has(type, "INT")) {
        return "INTEGER";
    }
    if (has(type, "CHAR") || has(type, "CLOB") || has(type, "TEXT")) {
        return "TEXT";
    }
    if (has(type, "BLOB")) {
        return "BLOB";
    }
    return has(type, "REAL") || has(type, "FLOA") || has(type, "DOUB") ? "REAL" : "NUMERIC";
}

/// A type as it may stand in a statement: words, and numbers in brackets; else what it comes to.
std::string plain_type(std::string_view declared) {
    constexpr std::string_view kGenerated = " GENERATED ALWAYS";
    if (upper(declared).ends_with(kGenerated)) {
        declared.remove_suffix(kGenerated.size());
    }
    const std::string_view words = declared.substr(0, declared.find('('));
    const std::string_view numbers = declared.substr(words.size());
    const bool has_words = std::ranges::all_of(words, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ' ';
    });
    const bool has_numbers =
        numbers.empty() || (numbers.ends_with(')') &&
                            numbers.find_first_not_of("0123456789, ", 1) == numbers.size() - 1);
    return std::string(has_words && has_numbers ? declared : affinity_of(declared));
}

std::string declared_by(const Dialect& dialect, std::span<const Cell> cells) {
    const std::string_view type = cells[1].value_or("");
    if (dialect.declaring == Declaring::before) {
        return plain_type(type);
    }
    std::string out(type);
    if (cells.size() > 2 && cells[2]) {
        out.append(" COLLATE ").append(*cells[2]);
    }
    return dialect.declaring == Declaring::in_list ? out + " NULL" : out;
}

}  // namespace

NamedTable named_table(const Dialect& dialect, const std::string& quoted) {
    const std::size_t end = quoted.rfind(dialect.quote);
    const std::size_t begin = quoted.rfind(dialect.quote, end - 1);
    return {.quoted = quoted, .name = quoted.substr(begin + 1, end - begin - 1)};
}

std::vector<std::string> declared_types(Connection& connection,
                                        const NamedTable& table,
                                        std::span<const std::string> columns) {
    const Dialect& dialect = connection.dialect();
    std::vector<std::string> out(columns.size());
    if (dialect.declared_types.empty()) {
        return out;
    }
    std::map<std::string, std::string, std::less<>> types;
    connection.query(fmt::format(fmt::runtime(dialect.declared_types),
                                 fmt::arg("table", table.quoted),
                                 fmt::arg("text", literal(dialect, table.quoted)),
                                 fmt::arg("name", literal(dialect, table.name))),
                     [&](std::span<const Cell> cells) {
                         types.emplace(cells[0].value_or(""), declared_by(dialect, cells));
                     });
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const auto found = types.find(columns[column]);
        out[column] = found == types.end() ? "" : found->second;
    }
    return out;
}

bool takes_star(const Dialect& dialect, std::string_view declared) {
    if (dialect.typed_cells) {
        return declared.empty() || affinity_of(declared) == "TEXT";
    }
    const std::string type = upper(declared);
    const std::string_view word =
        std::string_view(type).substr(0, type.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    return word.ends_with("CHAR") || word.ends_with("TEXT");
}

}  // namespace kanon::engine
