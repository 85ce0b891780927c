// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/dialect.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/database.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace kanon::engine {
namespace {

constexpr std::array<std::string_view, 7> kHostile{
    "a", "\"", "'; DROP TABLE t; --", "\\", "\\'\"`", "ä\u00A0\n\t", R"(``''""\\)"};

/// The one cell of a query's answer, or "NULL".
using Ask = std::string (*)(const std::string& sql);

std::string ask_duckdb(const std::string& sql) {
    const RunContext context;
    io::Database database(1, context);
    return database.rows("SELECT coalesce(CAST((" + sql + ") AS VARCHAR), 'NULL')").at(0).at(0);
}

std::string ask_sqlite(const std::string& sql) {
    sqlite3* opened = nullptr;
    EXPECT_EQ(sqlite3_open(":memory:", &opened), SQLITE_OK);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close_v2);
    sqlite3_stmt* prepared = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(opened, sql.c_str(), -1, &prepared, nullptr), SQLITE_OK)
        << sqlite3_errmsg(opened) << ": " << sql;
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(prepared,
                                                                          sqlite3_finalize);
    EXPECT_EQ(sqlite3_step(prepared), SQLITE_ROW);
    const unsigned char* const text = sqlite3_column_text(prepared, 0);
    return text == nullptr ? "NULL" : reinterpret_cast<const char*>(text);
}

struct Engine {
    std::string_view name;
    Ask ask;
    std::string_view yes;
};

constexpr std::array kEngines{Engine{"duckdb", ask_duckdb, "true"},
                              Engine{"sqlite", ask_sqlite, "1"}};

TEST(Dialect, HostileTextsComeBackAsTheyWere) {
    for (const Engine& engine : kEngines) {
        const Dialect& dialect = find_dialect(engine.name);
        for (const std::string_view text : kHostile) {
            EXPECT_EQ(engine.ask("SELECT " + literal(dialect, text)), text) << engine.name;
        }
    }
}

TEST(Dialect, HostileNamesAreNames) {
    for (const Engine& engine : kEngines) {
        const Dialect& dialect = find_dialect(engine.name);
        for (const std::string_view name : kHostile) {
            const std::string quoted = quoted_name(dialect, name);
            std::string sql = "SELECT " + quoted;
            sql.append(" FROM (SELECT 'x' AS ").append(quoted).append(") t");
            EXPECT_EQ(engine.ask(sql), "x") << engine.name << ": " << quoted;
        }
    }
}

TEST(Dialect, TextsDifferByEveryByteAndMissingIsNull) {
    for (const Engine& engine : kEngines) {
        const Dialect& dialect = find_dialect(engine.name);
        const auto alike = [&](std::string_view a, std::string_view b) {
            return engine.ask("SELECT " +
                              same(dialect, text_of(dialect, a), text_of(dialect, b))) ==
                   engine.yes;
        };
        EXPECT_TRUE(alike("'a'", "'a'")) << engine.name;
        EXPECT_TRUE(alike("12", "'12'")) << engine.name;
        EXPECT_TRUE(alike("NULL", "''")) << engine.name;
        EXPECT_FALSE(alike("'a'", "'A'")) << engine.name;
        EXPECT_FALSE(alike("'a'", "'a '")) << engine.name;
        EXPECT_FALSE(alike("'1.50'", "'1.5'")) << engine.name;
        EXPECT_FALSE(alike("NULL", "'NULL'")) << engine.name;
    }
}

TEST(Dialect, EscapesByBackslashWhereTheEngineReadsThem) {
    EXPECT_EQ(literal(find_dialect("mariadb"), R"(a\'b)"), R"('a\\''b')");
    EXPECT_EQ(literal(find_dialect("postgresql"), R"(a\'b)"), R"('a\''b')");
    EXPECT_EQ(literal(find_dialect("bigquery"), R"(a\'b)"), R"('a\\\'b')");
    EXPECT_EQ(quoted_name(find_dialect("mariadb"), R"(a`\"b)"), R"(`a``\"b`)");
    EXPECT_EQ(quoted_name(find_dialect("bigquery"), R"(a`\b)"), R"(`a\`\\b`)");
}

TEST(Dialect, WhatADriverWouldTakeForItsOwnIsWrittenInHex) {
    const Dialect& clickhouse = find_dialect("clickhouse");
    EXPECT_EQ(quoted_name(clickhouse, R"(a"\b)"), R"("a\x22\\b")");
    EXPECT_EQ(literal(clickhouse, R"({d 'x'}?@\")"), R"('\x7Bd \x27x\x27\x7D\x3F\x40\\\x22')");
}

TEST(Dialect, NamesThatTheEngineWouldCutAreRefused) {
    const Dialect& postgresql = find_dialect("postgresql");
    EXPECT_EQ(quoted_name(postgresql, std::string(63, 'a')).size(), 65U);
    EXPECT_THROW(static_cast<void>(quoted_name(postgresql, std::string(64, 'a'))), Error);
    EXPECT_THROW(static_cast<void>(quoted_name(postgresql, "")), Error);
    EXPECT_THROW(static_cast<void>(quoted_name(postgresql, std::string_view("a\0b", 3))), Error);
    EXPECT_THROW(static_cast<void>(literal(postgresql, std::string_view("\0", 1))), Error);
}

TEST(Dialect, RowsAreFoundByNameAndByDriver) {
    std::set<std::string_view> names;
    for (const Dialect& dialect : dialects()) {
        EXPECT_TRUE(names.insert(dialect.name).second);
        EXPECT_NE(dialect.as_text.find("{}"), std::string_view::npos) << dialect.name;
        EXPECT_EQ(&dialect_of_dbms(dialect.dbms), &dialect);
    }
    EXPECT_THROW(static_cast<void>(find_dialect("oracle")), Error);
    EXPECT_THROW(static_cast<void>(dialect_of_dbms("Oracle")), Error);
}

TEST(Dialect, NothingIsWrittenInOneThatWasNeverTried) {
    std::set<std::string_view> refused;
    for (const Dialect& dialect : dialects()) {
        try {
            check_writes(dialect);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            const std::string what = error.what();
            EXPECT_NE(what.find("never tried on " + std::string(dialect.dbms)), std::string::npos);
            EXPECT_NE(what.find("-o release.csv"), std::string::npos);
            refused.insert(dialect.name);
        }
    }
    EXPECT_EQ(refused, (std::set<std::string_view>{"spark", "trino", "bigquery", "snowflake"}));
}

}  // namespace
}  // namespace kanon::engine
