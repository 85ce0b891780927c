// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/column_types.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/dialect/sql_pattern.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kanon::engine {
namespace {

/// Types of one engine that are read in one way.
struct TypeForm {
    std::string_view dialect;
    std::string_view types;  ///< their names without what stands in brackets, with commas between
    std::string_view spelled = "{}";  ///< as ColumnType::spelled
    std::string_view apart = "";      ///< as ColumnType::apart
    std::string_view doubtful = "";   ///< as ColumnType::doubtful
    std::string_view texts = "";      ///< those of them that a star fits into
};

// Cells of SQLite have types, whatever their column is declared to be. Bytes are told from texts,
// and a number that 15 digits do not tell gets 17.
constexpr std::string_view kByCell =
    "CASE typeof({}) WHEN 'blob' THEN '0x' || hex({}) WHEN 'real' THEN CASE WHEN CAST(CAST({} AS "
    "TEXT) AS REAL) = {} THEN CAST({} AS TEXT) ELSE printf('%!.17g', {}) END ELSE {} END";
constexpr std::string_view kApartByCell =
    "CASE WHEN typeof({}) IN ('blob', 'real') THEN {} ELSE CAST({} AS TEXT) END";

// MariaDB spells a FLOAT by six digits. A number that is converted to a text is still that number
// where a number is asked for; one that is joined to a text is not.
constexpr std::string_view kFloatOfMariadb =
    "CASE WHEN CAST(CONCAT({}, '') AS FLOAT) = {} THEN CONCAT({}, '') ELSE CONCAT(CAST({} AS "
    "DOUBLE), '') END";

// In some old character sets two characters are one of Unicode, or bytes are none.
constexpr std::string_view kDoubtfulText =
    "CHARSET({}) NOT IN ('utf8mb4', 'utf8mb3', 'utf8', 'ucs2', 'utf16', 'utf16le', 'utf32', "
    "'latin1')";

/// A type that is in no row is refused. Rows of engines whose types are known by what ODBC calls
/// them have the dialect "".
constexpr std::array kForms{
    TypeForm{.dialect = "duckdb",
             .types = "BOOLEAN,TINYINT,SMALLINT,INTEGER,BIGINT,HUGEINT,UTINYINT,USMALLINT,UINTEGER,"
                      "UBIGINT,UHUGEINT,BIGNUM,VARINT,DECIMAL,FLOAT,DOUBLE,DATE,TIME,TIME_NS,"
                      "TIME WITH TIME ZONE,TIMESTAMP,TIMESTAMP_S,TIMESTAMP_MS,TIMESTAMP_NS,"
                      "TIMESTAMP WITH TIME ZONE,INTERVAL,VARCHAR,ENUM,UUID,JSON,BIT,BLOB,\"NULL\"",
             .texts = "VARCHAR"},
    TypeForm{.dialect = "sqlite",
             .types = "",
             .spelled = kByCell,
             .apart = kApartByCell,
             .doubtful = "typeof({}) IN ('blob', 'real')"},
    TypeForm{.dialect = "postgresql",
             .types = "boolean,smallint,integer,bigint,numeric,money,text,character varying,"
                      "character,\"char\",name,citext,enum,uuid,date,time without time zone,"
                      "time with time zone,timestamp without time zone,timestamp with time zone,"
                      "interval,inet,cidr,macaddr,macaddr8,bit,bit varying,json,jsonb,xml,oid",
             .texts = "text,character varying,character,citext"},
    TypeForm{.dialect = "postgresql",
             .types = "real,double precision",
             .apart = "{}",
             .doubtful = "CAST(current_setting('extra_float_digits') AS integer) < 1"},
    TypeForm{.dialect = "postgresql",
             .types = "bytea",
             .spelled = "chr(92) || 'x' || encode({}, 'hex')"},
    TypeForm{.dialect = "mariadb",
             .types = "tinyint,smallint,mediumint,integer,bigint,decimal,double,year,date,time,"
                      "datetime,null"},
    TypeForm{.dialect = "mariadb", .types = "timestamp", .apart = "{}", .doubtful = "1 = 1"},
    TypeForm{.dialect = "mariadb", .types = "float", .spelled = kFloatOfMariadb},
    TypeForm{.dialect = "mariadb",
             .types = "char,varchar,tinytext,text,mediumtext,longtext",
             .apart = "CAST({} AS BINARY)",
             .doubtful = kDoubtfulText,
             .texts = "char,varchar,tinytext,text,mediumtext,longtext"},
    TypeForm{.dialect = "mariadb", .types = "bit", .spelled = "({} + 0)"},
    TypeForm{.dialect = "mariadb",
             .types = "binary,varbinary,tinyblob,blob,mediumblob,longblob",
             .spelled = "CONCAT('0x', HEX({}))"},
    TypeForm{.dialect = "clickhouse",
             .types = "Int8,Int16,Int32,Int64,Int128,Int256,UInt8,UInt16,UInt32,UInt64,UInt128,"
                      "UInt256,Float32,Float64,BFloat16,Decimal,Decimal32,Decimal64,Decimal128,"
                      "Decimal256,Bool,String,FixedString,UUID,Date,Date32,DateTime,DateTime64,"
                      "Enum8,Enum16,IPv4,IPv6,Nothing",
             .texts = "String"},
    TypeForm{.dialect = "",
             .types = "CHAR,VARCHAR,LONGVARCHAR,WCHAR,WVARCHAR,WLONGVARCHAR,TINYINT,SMALLINT,"
                      "INTEGER,BIGINT,BIT,NUMERIC,DECIMAL,REAL,FLOAT,DOUBLE,DATE,TIME,TIMESTAMP,"
                      "GUID",
             .texts = "CHAR,VARCHAR,LONGVARCHAR,WCHAR,WVARCHAR,WLONGVARCHAR"},
};

/// True if a word is on a list with commas between its words.
bool lists(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = list.find(',');
        if (list.substr(0, end) == word) {
            return true;
        }
        list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
    }
    return false;
}

/// A type without what stands in brackets behind its name, or around it, as in `Nullable(Int8)`.
/// That of an array is as it was.
std::string_view bare(std::string_view type) {
    for (const std::string_view around : {"Nullable(", "LowCardinality(", "Nullable("}) {
        if (type.starts_with(around) && type.ends_with(')')) {
            type = type.substr(around.size(), type.size() - around.size() - 1);
        }
    }
    return type.ends_with(']') ? type : type.substr(0, type.find('('));
}

const TypeForm* find_form(const Dialect& dialect, std::string_view type) {
    const bool is_known =
        std::ranges::find(kForms, dialect.name, &TypeForm::dialect) != kForms.end();
    const auto* const found = std::ranges::find_if(kForms, [&](const TypeForm& form) {
        return form.dialect == (is_known ? dialect.name : "") &&
               (form.types.empty() || lists(form.types, bare(type)));
    });
    return found == kForms.end() ? nullptr : found;
}

/// What a type is made of, where it has a name of its own; "" if of nothing that has one.
std::string base_of(Connection& connection, const std::string& type) {
    const Dialect& dialect = connection.dialect();
    std::string out;
    connection.query(with_pattern(dialect.type_base, literal(dialect, type)),
                     [&](std::span<const Cell> cells) { out = cells.front().value_or(""); });
    return out;
}

ColumnType type_of_name(Connection& connection, const std::string& name) {
    constexpr int kMostSteps = 32;  // domains over domains
    const Dialect& dialect = connection.dialect();
    const TypeForm* form = find_form(dialect, name);
    std::string base = name;
    for (int step = 0;
         form == nullptr && !dialect.type_base.empty() && !base.empty() && step < kMostSteps;
         ++step) {
        base = base_of(connection, base);
        form = find_form(dialect, base);
    }
    ColumnType out{.name = name, .is_listed = form != nullptr || name.empty()};
    if (form != nullptr) {
        out.spelled = form->spelled;
        out.apart = form->apart;
        out.doubtful = form->doubtful;
        out.takes_star = lists(form->texts, bare(name));
    }
    return out;
}

std::vector<std::string> names_by_expression(Connection& connection,
                                             std::span<const std::string> expressions,
                                             const std::string& from) {
    std::vector<std::string> out(expressions.size());
    std::string types;
    for (const std::string& expression : expressions) {
        types +=
            (types.empty() ? "" : ", ") + with_pattern(connection.dialect().type_name, expression);
    }
    connection.query("SELECT " + types + " FROM " + from + " LIMIT 1",
                     [&](std::span<const Cell> cells) {
                         for (std::size_t place = 0; place < out.size(); ++place) {
                             out[place] = cells[place].value_or("");
                         }
                     });
    return out;
}

std::vector<std::string> type_names(Connection& connection,
                                    std::span<const std::string> expressions,
                                    const std::string& from) {
    const Dialect& dialect = connection.dialect();
    if (dialect.typed_cells) {
        return std::vector<std::string>(expressions.size());
    }
    if (!dialect.type_name.empty()) {
        return names_by_expression(connection, expressions, from);
    }
    return connection.types(fmt::format("SELECT {} FROM {}", fmt::join(expressions, ", "), from));
}

}  // namespace

bool is_exact_type(const Dialect& dialect, std::string_view type) {
    return !type.empty() && lists(dialect.exact_types, type);
}

std::vector<ColumnType> column_types(Connection& connection,
                                     std::span<const std::string> expressions,
                                     const std::string& from) {
    std::vector<ColumnType> out;
    for (const std::string& name : type_names(connection, expressions, from)) {
        const auto known = std::ranges::find(out, name, &ColumnType::name);
        out.push_back(known == out.end() ? type_of_name(connection, name) : ColumnType(*known));
    }
    return out;
}

void refuse_unlisted(std::span<const ColumnType> types,
                     std::span<const std::string> names,
                     const std::string& file) {
    const auto odd = std::ranges::find(types, false, &ColumnType::is_listed);
    if (odd != types.end()) {
        throw Error(
            ErrorCode::bad_input,
            fmt::format("is of type {}, which is not read, for no text is known to tell all "
                        "of its values; cast it in a query, or leave the column out "
                        "(--drop, or identifying in a policy)",
                        odd->name),
            Where{.file = file, .attribute = names[static_cast<std::size_t>(odd - types.begin())]});
    }
}

std::string spelled_by(const ColumnType& type, std::string_view expression) {
    return with_pattern(type.spelled, expression);
}

std::string text_of(const Dialect& dialect,
                    const ColumnType& type,
                    std::string_view expression,
                    std::span<const std::string> missing_marks) {
    return text_of(dialect, spelled_by(type, expression), missing_marks);
}

std::string key_of(const Dialect& dialect,
                   const ColumnType& type,
                   std::string_view expression,
                   std::span<const std::string> missing_marks) {
    return key_of(dialect, spelled_by(type, expression), missing_marks);
}

}  // namespace kanon::engine
