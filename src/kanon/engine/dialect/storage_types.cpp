// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/storage_types.hpp"

#include "kanon/io/writing/kept_numbers.hpp"
#include "kanon/table/values/exact_decimal.hpp"

#include <algorithm>
#include <array>

namespace kanon::engine {
namespace {

struct Stored {
    std::string_view dialect;
    std::string_view type;
    std::string_view storage;
};

// What is in no row is text, as are times, which engines spell in ways of their own, and decimals,
// whose digits no type's name tells.
constexpr std::array kStored{
    Stored{"postgresql", "boolean", "BOOLEAN"}, Stored{"postgresql", "smallint", "SMALLINT"},
    Stored{"postgresql", "integer", "INTEGER"}, Stored{"postgresql", "bigint", "BIGINT"},
    Stored{"postgresql", "real", "FLOAT"},      Stored{"postgresql", "double precision", "DOUBLE"},
    Stored{"postgresql", "date", "DATE"},       Stored{"mariadb", "tinyint", "SMALLINT"},
    Stored{"mariadb", "smallint", "INTEGER"},   Stored{"mariadb", "mediumint", "INTEGER"},
    Stored{"mariadb", "integer", "BIGINT"},     Stored{"mariadb", "bigint", "BIGINT"},
    Stored{"mariadb", "double", "DOUBLE"},      Stored{"mariadb", "date", "DATE"},
    Stored{"clickhouse", "Int8", "TINYINT"},    Stored{"clickhouse", "Int16", "SMALLINT"},
    Stored{"clickhouse", "Int32", "INTEGER"},   Stored{"clickhouse", "Int64", "BIGINT"},
    Stored{"clickhouse", "UInt8", "UTINYINT"},  Stored{"clickhouse", "UInt16", "USMALLINT"},
    Stored{"clickhouse", "UInt32", "UINTEGER"}, Stored{"clickhouse", "UInt64", "UBIGINT"},
    Stored{"clickhouse", "Float64", "DOUBLE"},  Stored{"clickhouse", "Bool", "BOOLEAN"},
    Stored{"clickhouse", "Date", "DATE"},
};

constexpr std::string_view kText = "VARCHAR";

/// True for `2024-02-29`.
bool is_day(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00";
    return std::ranges::equal(
               text,
               kForm,
               [](char c, char form) { return form == '0' ? c >= '0' && c <= '9' : c == form; }) &&
           parse_number(text, ValueType::date).has_value();
}

bool keeps_text(std::string_view text, std::string_view storage_type) {
    if (storage_type == "BOOLEAN") {
        return text == "true" || text == "false";
    }
    if (storage_type == "DATE") {
        return is_day(text);
    }
    const bool is_float = storage_type == "DOUBLE" || storage_type == "FLOAT";
    if (is_float && (text == "nan" || text == "inf" || text == "-inf")) {
        return true;
    }
    return exact_decimal(text).has_value() && io::keeps_number(storage_type, text);
}

/// True for types that more than one engine has values of; DuckDB's own texts are its own.
bool is_shared(std::string_view storage_type) {
    return std::ranges::find(kStored, storage_type, &Stored::storage) != kStored.end();
}

}  // namespace

std::string storage_type_of(const Dialect& dialect, std::string_view type) {
    if (dialect.name == "duckdb") {
        return std::string(type.empty() ? kText : type);
    }
    constexpr std::string_view kNullable = "Nullable(";
    if (type.starts_with(kNullable)) {
        type = type.substr(kNullable.size(), type.size() - kNullable.size() - 1);
    }
    const auto* const found = std::ranges::find_if(kStored, [&](const Stored& stored) {
        return stored.dialect == dialect.name && stored.type == type;
    });
    return std::string(found == kStored.end() ? kText : found->storage);
}

bool keeps_texts(const Dictionary& texts, std::string_view storage_type) {
    if (!is_shared(storage_type)) {
        return true;
    }
    for (Code code = 0; code < texts.size(); ++code) {
        if (!texts.is_missing(code) && !keeps_text(texts.text(code), storage_type)) {
            return false;
        }
    }
    return true;
}

}  // namespace kanon::engine
