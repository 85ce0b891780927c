// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/sqlite_table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/reading.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kanon::io {
namespace {

using test::refusal_of_reading;
using test::TemporaryFolder;
using Texts = std::vector<std::string>;

std::string database(const TemporaryFolder& folder, const std::string& sql) {
    std::string path = folder.at("t ?#.sqlite");
    sqlite3* opened = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &opened), SQLITE_OK);
    char* fault = nullptr;
    EXPECT_EQ(sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, &fault), SQLITE_OK) << fault;
    sqlite3_close(opened);
    return path;
}

Texts row_texts(const Table& table, std::size_t row) {
    Texts out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        out.emplace_back(table.column(j).text(row));
    }
    return out;
}

void expect_says(const std::string& text, std::string_view words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(SqliteTable, ValuesKeepTheirTypesAndDigits) {
    const TemporaryFolder folder;
    const std::string path = database(
        folder,
        "CREATE TABLE t(n INTEGER, x REAL, s TEXT, m); INSERT INTO t VALUES"
        "(9223372036854775807, 0.1, 'Zürich', NULL), (-5, 34.0, '', 1), (NULL, 1e300, 'a', 'b');");
    const ReadTable read = read_table(path, {}, {});
    EXPECT_EQ(read.format, Format::sqlite);
    EXPECT_EQ(row_texts(read.table, 0), (Texts{"9223372036854775807", "0.1", "Zürich", ""}));
    EXPECT_EQ(row_texts(read.table, 1), (Texts{"-5", "34.0", "", "1"}));
    EXPECT_EQ(row_texts(read.table, 2), (Texts{"", "1e+300", "a", "b"}));
    EXPECT_EQ(read.table.column(0).storage_type, "BIGINT");
    EXPECT_EQ(read.table.column(1).storage_type, "DOUBLE");
    EXPECT_EQ(read.table.column(3).storage_type, "VARCHAR");
}

TEST(SqliteTable, OfSeveralTablesOneMustBeNamedAndViewsCount) {
    const TemporaryFolder folder;
    const std::string path =
        database(folder,
                 "CREATE TABLE \"my \"\"t\"(a); INSERT INTO \"my \"\"t\" VALUES"
                 "(1); CREATE VIEW v AS SELECT a + 1 AS b FROM \"my \"\"t\";");
    expect_says(refusal_of_reading(path), "--table: 'my \"t', 'v'");
    ReadOptions options;
    options.database_table = "v";
    EXPECT_EQ(row_texts(read_table(path, options, {}).table, 0), Texts{"2"});
    EXPECT_EQ(column_names(path, options), Texts{"b"});
    options.database_table = "my \"t";
    EXPECT_EQ(row_texts(read_table(path, options, {}).table, 0), Texts{"1"});
    options.database_table = "w";
    expect_says(refusal_of_reading(path, options), "has no table 'w'");
    options = {};
    options.sheet = "v";
    expect_says(refusal_of_reading(path, options, ErrorCode::usage), "--sheet means nothing");
}

TEST(SqliteTable, BytesAndOddTextsAreRefusedByColumn) {
    const TemporaryFolder folder;
    expect_says(refusal_of_reading(
                    database(folder, "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, x'00ff')")),
                "'b': holds bytes (BLOB)");
    const TemporaryFolder other;
    expect_says(refusal_of_reading(database(
                    other, "CREATE TABLE t(a); INSERT INTO t VALUES(CAST(x'ff41' AS TEXT))")),
                "'a': row 1 is not valid UTF-8");
}

TEST(SqliteTable, ChangesBesideTheDatabaseAreNotOverlooked) {
    const TemporaryFolder folder;
    const std::string path = database(folder, "CREATE TABLE t(a); INSERT INTO t VALUES(1)");
    EXPECT_EQ(refusal_of_reading(path), "");
    folder.write("t ?#.sqlite-wal", "x");
    expect_says(refusal_of_reading(path), "changes beside it (-wal)");
}

TEST(SqliteTable, EmptyAndDamagedDatabasesAreRefused) {
    const TemporaryFolder folder;
    expect_says(refusal_of_reading(database(folder, "CREATE TABLE t(a)")), "no rows");
    std::string bytes = folder.read("t ?#.sqlite");
    expect_says(refusal_of_reading(folder.write("cut.sqlite", bytes.substr(0, 600))), "damaged");
    bytes.replace(100, 2000, 2000, '\x55');
    expect_says(refusal_of_reading(folder.write("bad.sqlite", bytes)), "damaged");
    expect_says(refusal_of_reading(folder.write("no.sqlite", "a,b\n1,2\n")),
                "is not an SQLite database");
    const TemporaryFolder none;
    expect_says(refusal_of_reading(database(none, "PRAGMA user_version = 1")), "no table");
}

TEST(SqliteTable, AViewThatNeverEndsEnds) {
    const TemporaryFolder folder;
    const std::string path = database(
        folder,
        "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x "
        "FROM c");
    ReadOptions options;
    options.most_rows = 1000;
    expect_says(refusal_of_reading(path, options), "more than 1000 rows");
    options = {};
    options.unpack_limit = 1 << 16;
    expect_says(refusal_of_reading(path, options), "shows more than");
}

constexpr const char* kEndlessWithoutRows =
    "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x "
    "FROM c WHERE x < 0";

TEST(SqliteTable, AViewThatGivesNoRowsEndsByItsSteps) {
    const TemporaryFolder folder;
    expect_says(refusal_of_reading(database(folder, kEndlessWithoutRows)), "too many steps");
}

TEST(SqliteTable, AViewWhoseRowsTakeManyStepsEndsByAllOfThemTogether) {
    const TemporaryFolder folder;
    const std::string path = database(
        folder,
        "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x "
        "FROM c WHERE x % 1000000 = 0");
    expect_says(refusal_of_reading(path), "too many steps");
}

TEST(SqliteTable, ViewsOnViewsWithoutNumberAreGivenUp) {
    const TemporaryFolder folder;
    std::string sql = "CREATE VIEW v0 AS SELECT 1 AS x;";
    for (int i = 1; i <= 26; ++i) {
        const std::string below = "v" + std::to_string(i - 1);
        sql += "CREATE VIEW v" + std::to_string(i) + " AS SELECT a.x FROM " + below + " a, " +
               below + " b;";
    }
    ReadOptions options;
    options.database_table = "v26";
    // By SQLite's own limit on references, or by ours on questions.
    expect_says(refusal_of_reading(database(folder, sql), options), "; save ");
}

TEST(SqliteTable, AStepThatLastsIsInterrupted) {
    const TemporaryFolder folder;
    const std::string path =
        database(folder,
                 "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                 "SELECT sum(length(printf('%.*c', 50000000 + x % 2, 'x'))) AS s FROM c");
    std::atomic<bool> stop = false;
    RunContext context;
    context.cancel = &stop;
    const std::jthread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop = true;
    });
    try {
        static_cast<void>(read_table(path, {}, context));
        FAIL() << "a view without an end was read";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
}

}  // namespace
}  // namespace kanon::io
