// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/dialect.hpp"

#include "kanon/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kanon::engine {
namespace {

using enum SameForm;

constexpr std::string_view kFirstRowHasRowid =
    "SELECT 1 FROM (SELECT rowid AS kanon_key FROM {} LIMIT 1) kanon_probe "
    "WHERE kanon_key IS NOT NULL";

// A number of a row tells rows apart within one file of the server alone: not those of the parts of
// a partitioned table, or of tables that inherit.
constexpr std::string_view kIsOneTable =
    "SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass({text}) AND "
    "c.relkind = 'r' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = "
    "c.oid)";

// A domain is of its base type; the texts of an enumeration are its values.
constexpr std::string_view kBaseOfPostgresql =
    "SELECT CASE typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN CAST(CAST(typbasetype AS regtype) AS "
    "text) END FROM pg_catalog.pg_type WHERE oid = pg_catalog.to_regtype({})";

constexpr std::string_view kTypesOfPostgresql =
    "SELECT attname, format_type(atttypid, atttypmod) FROM pg_catalog.pg_attribute WHERE attrelid "
    "= "
    "pg_catalog.to_regclass({text}) AND attnum > 0 AND NOT attisdropped";

// Its random() would keep PostgreSQL from sorting with several processes, a hash of the key with
// secret seeds does not: each SELECT in brackets is run once for the whole query, and the seeds
// stand neither in its text nor in a table.
constexpr std::string_view kRandomOfPostgresql =
    "hashint8extended(hash_array_extended(ARRAY[{key}], "
    "(SELECT uuid_hash_extended(gen_random_uuid(), 0))), "
    "(SELECT uuid_hash_extended(gen_random_uuid(), 0)))";

// PostgreSQL takes joins by several keys to have hardly a row, and groups of several columns to be
// as many as the rows: it would loop, or sort where hashing is cheaper. Hash tables that fit into a
// processor's cache, one after another, take half the time of a large one, though their rows are
// written to files between; only a table that is hashed in one piece leaves the rows that are
// joined with it in their order. MariaDB compares texts without regard to case and trailing blanks,
// unless the collation is binary and `nopad`; it drops blanks at the front of an alias. ClickHouse
// has no NULL in a plain String, gives zeros and empty texts for rows that a join does not find,
// and takes a name for an alias of the same query before it looks for a column; its driver keeps no
// session, and takes `?`, `@` and `{}` for its own, behind a quote within other quotes too.
constexpr std::string_view kExactTypesOfClickhouse =
    "Int8,Int16,Int32,Int64,Int128,Int256,UInt8,UInt16,UInt32,UInt64,UInt128,UInt256,Bool,Date,"
    "Date32,Nullable(Int8),Nullable(Int16),Nullable(Int32),Nullable(Int64),Nullable(Int128),"
    "Nullable(Int256),Nullable(UInt8),Nullable(UInt16),Nullable(UInt32),Nullable(UInt64),"
    "Nullable(UInt128),Nullable(UInt256),Nullable(Bool),Nullable(Date),Nullable(Date32)";

// Of the modes of MariaDB those that say what a statement means are off, whatever the server has,
// zero dates may be copied, and a value that does not fit is a fault.
constexpr std::string_view kModeOfMariadb =
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'";

constexpr std::array kDialects{
    Dialect{.name = "duckdb",
            .dbms = "DuckDB",
            .as_text = "CAST({} AS VARCHAR)",
            .type_name = "typeof({})",
            .octets = "strlen({})",
            .exact_types = "TINYINT,SMALLINT,INTEGER,BIGINT,HUGEINT,BOOLEAN,DATE",
            .text_type = "VARCHAR",
            .count_type = "BIGINT",
            .row_key = "rowid",
            .row_key_probe = kFirstRowHasRowid,
            .ddl_rolls_back = true,
            .one_writer = true,
            .is_tried = true},
    Dialect{.name = "sqlite",
            .dbms = "SQLite",
            .as_text = "CAST({} AS TEXT) COLLATE BINARY",
            .typed_cells = true,
            .octets = "length(CAST({} AS BLOB))",
            .text_type = "TEXT",
            .count_type = "INTEGER",
            .declaring = Declaring::before,
            .declared_types = "SELECT name, type FROM pragma_table_xinfo({name})",
            .released_text = "TEXT",
            .same = is,
            .row_key = "rowid",
            .row_key_probe = kFirstRowHasRowid,
            .most_columns = 997,
            .ddl_rolls_back = true,
            .copies_into_place = true,
            .one_writer = true,
            .narrow_driver = true,
            .cuts_names = true,
            .is_tried = true},
    Dialect{.name = "postgresql",
            .dbms = "PostgreSQL",
            .as_text = "CAST({} AS text) COLLATE \"C\"",
            .type_name = "CAST(pg_typeof({}) AS text)",
            .type_base = kBaseOfPostgresql,
            .exact_types = "smallint,integer,bigint,boolean,date",
            .text_type = "text",
            .before_filling = "LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE; SET CONSTRAINTS ALL "
                              "DEFERRED",
            .after_filling = "SET CONSTRAINTS ALL IMMEDIATE",
            .count_type = "bigint",
            .declaring = Declaring::by_cast,
            .declared_types = kTypesOfPostgresql,
            .row_key = "ctid",
            .row_key_probe = kIsOneTable,
            .random = kRandomOfPostgresql,
            .in_transaction =
                "SET LOCAL work_mem = '2MB'; SET LOCAL hash_mem_multiplier = 2; SET LOCAL "
                "enable_nestloop = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_sort = "
                "off; SET LOCAL jit = off; SET LOCAL cursor_tuple_fraction = 1; SET LOCAL "
                "parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0",
            .before_writing = "SET LOCAL work_mem = '32MB'; SET LOCAL hash_mem_multiplier = 4",
            .after_writing = "SET LOCAL work_mem = '2MB'; SET LOCAL hash_mem_multiplier = 2",
            .one_snapshot = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            .longest_name = 63,
            .most_columns = 831,
            .ddl_rolls_back = true,
            .has_arrays = true,
            .keeps_inner_order = true,
            .key_hint = "ALTER TABLE {table} ALTER COLUMN {column} SET (n_distinct = -1); ANALYZE "
                        "{table}",
            .is_tried = true},
    Dialect{.name = "mariadb",
            .dbms = "MariaDB",
            .quote = '`',
            .backslashes = true,
            .as_text = "CONVERT({} USING utf8mb4) COLLATE utf8mb4_nopad_bin",
            .words_of_driver = true,
            .text_type = "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
            .swap = "RENAME TABLE {target} TO {aside}, {from} TO {target}",
            .count_type = "BIGINT",
            .declaring = Declaring::in_list,
            .declared_types = "SHOW FULL COLUMNS FROM {table}",
            .released_text = "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
            .long_released_text = "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
            .same = spaceship,
            .random = "rand()",
            .at_connect = kModeOfMariadb,
            .at_disconnect = "SET SESSION sql_mode = DEFAULT",
            .longest_name = 64,
            .limits_rows = true,
            .short_names = true,
            .renames_with_schema = true,
            .index_prefix = "(32)",
            .is_tried = true},
    Dialect{.name = "clickhouse",
            .dbms = "ClickHouse",
            .backslashes = true,
            .hex_escapes = "'\"`?@{}",
            .as_text = "CAST({} AS Nullable(String))",
            .type_name = "toTypeName({})",
            .octets = "length({})",
            .exact_types = kExactTypesOfClickhouse,
            .text_type = "Nullable(String)",
            .table_options = " ENGINE = MergeTree ORDER BY tuple()",
            .rename = "RENAME TABLE {from} TO {to}",
            .swap = "EXCHANGE TABLES {from} AND {target}",
            .before_drop = "TRUNCATE TABLE IF EXISTS {table}",
            .query_settings = " SETTINGS join_use_nulls = 1, prefer_column_name_to_alias = 1",
            .describe = "DESCRIBE ({})",
            .count_type = "Int64",
            .random = "rand64()",
            .longest_name = 206,
            .renames_with_schema = true,
            .large_inserts = true,
            .is_tried = true},
    Dialect{.name = "spark",
            .dbms = "Spark SQL",
            .quote = '`',
            .backslashes = true,
            .as_text = "CAST({} AS STRING)",
            .text_type = "STRING",
            .count_type = "BIGINT",
            .same = spaceship,
            .longest_name = 255},
    Dialect{.name = "trino",
            .dbms = "Trino",
            .as_text = "CAST({} AS VARCHAR)",
            .octets = "length(to_utf8({}))",
            .text_type = "VARCHAR",
            .count_type = "BIGINT"},
    Dialect{.name = "bigquery",
            .dbms = "Google BigQuery",
            .quote = '`',
            .backslashes = true,
            .escapes_quotes = true,
            .as_text = "CAST({} AS STRING)",
            .octets = "byte_length({})",
            .text_type = "STRING",
            .count_type = "INT64",
            .longest_name = 300},
    Dialect{.name = "snowflake",
            .dbms = "Snowflake",
            .backslashes = true,
            .as_text = "CAST({} AS VARCHAR)",
            .text_type = "VARCHAR",
            .count_type = "NUMBER(38, 0)",
            .longest_name = 255},
};

std::string known_names() {
    std::string out;
    for (const Dialect& dialect : kDialects) {
        out += (out.empty() ? "" : ", ") + std::string(dialect.name);
    }
    return out;
}

void refuse_nul(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) {
        throw Error(ErrorCode::bad_input,
                    "a name or value has a NUL character, which SQL cannot write");
    }
}

/// True for UTF-8 with a character of four bytes.
bool has_wide_character(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0xF0U; });
}

/// The text between two quotes: quotes doubled, or escaped as the dialect has it.
std::string between(const Dialect& dialect,
                    std::string_view text,
                    char quote,
                    bool doubles_backslash) {
    std::string out(1, quote);
    for (const char character : text) {
        if (dialect.hex_escapes.find(character) != std::string_view::npos) {
            out += fmt::format("\\x{:02X}", static_cast<unsigned char>(character));
            continue;
        }
        if (character == quote) {
            out += dialect.escapes_quotes ? '\\' : quote;
        } else if (character == '\\' && doubles_backslash) {
            out += '\\';
        }
        out += character;
    }
    return out + quote;
}

}  // namespace

std::span<const Dialect> dialects() {
    return kDialects;
}

const Dialect& find_dialect(std::string_view name) {
    const auto* const found = std::ranges::find(kDialects, name, &Dialect::name);
    if (found == kDialects.end()) {
        throw Error(ErrorCode::bad_input,
                    "no SQL dialect '" + std::string(name) + "'; known: " + known_names());
    }
    return *found;
}

const Dialect& dialect_of_dbms(std::string_view dbms) {
    const auto* const found = std::ranges::find_if(
        kDialects, [&](const Dialect& dialect) { return dbms.starts_with(dialect.dbms); });
    if (found == kDialects.end()) {
        throw Error(ErrorCode::bad_input,
                    "the engine calls itself '" + std::string(dbms) +
                        "', whose SQL is not known; known: " + known_names());
    }
    return *found;
}

void check_writes(const Dialect& dialect) {
    if (!dialect.is_tried) {
        throw Error(ErrorCode::usage,
                    "kanon's SQL was never tried on " + std::string(dialect.dbms) +
                        ", so it writes no table there; write the release to a file (-o "
                        "release.csv, or .parquet) and load that");
    }
}

std::string quoted_name(const Dialect& dialect, std::string_view name) {
    refuse_nul(name);
    if (name.empty()) {
        throw Error(ErrorCode::bad_input, "a name of a table or column is empty");
    }
    if (dialect.longest_name != 0 && name.size() > dialect.longest_name) {
        throw Error(ErrorCode::bad_input,
                    "the name of " + std::to_string(name.size()) + " bytes is longer than " +
                        std::string(dialect.name) + " has them (" +
                        std::to_string(dialect.longest_name) + "), which would cut it: shorten it");
    }
    if (dialect.short_names && has_wide_character(name)) {
        throw Error(ErrorCode::bad_input,
                    "a name has a character beyond U+FFFF, which names of " +
                        std::string(dialect.name) + " cannot have: rename it");
    }
    return between(
        dialect, name, dialect.quote, dialect.escapes_quotes || !dialect.hex_escapes.empty());
}

std::string literal(const Dialect& dialect, std::string_view text) {
    refuse_nul(text);
    return between(dialect, text, '\'', dialect.backslashes);
}

std::string text_of(const Dialect& dialect,
                    std::string_view expression,
                    std::span<const std::string> missing_marks) {
    std::string text(dialect.as_text);
    text.replace(text.find("{}"), 2, expression);
    text = "NULLIF(" + text + ", '')";
    for (const std::string& mark : missing_marks) {
        text.insert(0, "NULLIF(").append(", ").append(literal(dialect, mark)).append(")");
    }
    return text;
}

std::string key_of(const Dialect& dialect,
                   std::string_view expression,
                   std::span<const std::string> missing_marks) {
    return "COALESCE(" + text_of(dialect, expression, missing_marks) + ", '')";
}

std::string same(const Dialect& dialect, std::string_view a, std::string_view b) {
    const std::string_view between_them = dialect.same == SameForm::is ? " IS "
                                          : dialect.same == SameForm::spaceship
                                              ? " <=> "
                                              : " IS NOT DISTINCT FROM ";
    return "(" + std::string(a) + std::string(between_them) + std::string(b) + ")";
}

}  // namespace kanon::engine
