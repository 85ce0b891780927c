// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/source_address.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon::engine {
namespace {

using Kind = SourceAddress::Kind;

/// What is said against an address; "" if nothing is.
std::string refusal(const std::string& text) {
    try {
        static_cast<void>(parse_address(text));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input) << text;
        return error.what();
    }
    return "";
}

TEST(SourceAddress, PathsAreNone) {
    for (const char* path : {"people.csv", "data/odbc:x", "C:people.csv", "-", "postgresql:/a"}) {
        EXPECT_FALSE(parse_address(path).has_value()) << path;
    }
}

TEST(SourceAddress, EachSchemeIsReadInItsParts) {
    EXPECT_EQ(parse_address("odbc:clinic/stays"),
              (SourceAddress{.kind = Kind::odbc, .database = "clinic", .table = "stays"}));
    EXPECT_EQ(
        parse_address("duckdb:/data/a b.db/main.stays"),
        (SourceAddress{
            .kind = Kind::duckdb, .database = "/data/a b.db", .schema = "main", .table = "stays"}));
    EXPECT_EQ(parse_address("postgresql://ann%40home@db.example:5433/ward%2F1/s.t%22x"),
              (SourceAddress{.kind = Kind::postgresql,
                             .database = "ward/1",
                             .host = "db.example",
                             .port = 5433,
                             .user = "ann@home",
                             .schema = "s",
                             .table = "t\"x"}));
    EXPECT_EQ(parse_address("postgresql://[::1]/d/t")->host, "::1");
}

TEST(SourceAddress, ParquetFilesAreNamedByTheirPath) {
    const auto address = parse_address("parquet:a \"b\"/(c).d/*.parquet");
    EXPECT_EQ(address,
              (SourceAddress{.kind = Kind::parquet, .database = "a \"b\"/(c).d/*.parquet"}));
    EXPECT_EQ(shown(*address), "parquet:a \"b\"/(c).d/*.parquet");
    EXPECT_NE(refusal("parquet:"), "");
}

TEST(SourceAddress, QuotedNamesHoldAnything) {
    const auto address = parse_address(R"(odbc:d/"a.b/""; DROP TABLE x"."ü )"
                                       "\n"
                                       R"(")");
    ASSERT_TRUE(address.has_value());
    EXPECT_EQ(address->schema, R"(a.b/"; DROP TABLE x)");
    EXPECT_EQ(address->table, "ü \n");
    EXPECT_EQ(parse_address(R"(duckdb:x/y.db/"a/b")")->database, "x/y.db");
}

TEST(SourceAddress, QueriesStandInBrackets) {
    const auto address = parse_address("duckdb:x/y.db/(SELECT a/b FROM t)");
    EXPECT_EQ(address->query, "SELECT a/b FROM t");
    EXPECT_EQ(address->database, "x/y.db");
    EXPECT_EQ(shown(*address), "duckdb:x/y.db/(query)");
}

TEST(SourceAddress, PasswordsAreRefusedAndNotRepeated) {
    for (const char* text : {"postgresql://ann:hunter2@h/d/t",
                             "postgresql://h/d?password=hunter2/t",
                             "postgresql://h/d/t?password=hunter2",
                             "odbc:DSN=x;PWD=hunter2/t"}) {
        const std::string why = refusal(text);
        EXPECT_NE(why, "") << text;
        EXPECT_EQ(why.find("hunter2"), std::string::npos) << why;
        EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    }
}

TEST(SourceAddress, SchemesMayBeInCapitalsAndPostgresIsPostgresql) {
    const auto address = parse_address("postgresql://ann@h/d/t");
    for (const char* text :
         {"postgres://ann@h/d/t", "POSTGRES://ann@h/d/t", "PostgreSQL://ann@h/d/t"}) {
        EXPECT_EQ(parse_address(text), address) << text;
    }
    EXPECT_EQ(parse_address("ODBC:Ward/T"), parse_address("odbc:Ward/T"));
    EXPECT_EQ(parse_address("DuckDB:x.db/t"), parse_address("duckdb:x.db/t"));
    EXPECT_EQ(parse_address("PARQUET:Lake"), parse_address("parquet:Lake"));
}

TEST(SourceAddress, WhatHasASchemeIsNoPathAndNeverRepeated) {
    for (const char* text : {"mysql://ann:hunter2@h/d/t",
                             "MySQL://ann:hunter2@h/d/t",
                             "https://ann:hunter2@h/people.csv",
                             "s3://ann:hunter2@bucket/people.parquet",
                             "postgresql+psycopg2://ann:hunter2@h/d/t",
                             "jdbc:postgresql://h/d?user=ann&password=hunter2",
                             "JDBC:oracle:thin:ann/hunter2@h:1521:d",
                             "folder/mysql://ann:hunter2@h/d",
                             " mysql://ann:hunter2@h/d",
                             "odbc:postgres://ann:hunter2@h/d/t",
                             "duckdb:postgres://ann:hunter2@h/d/t",
                             "parquet:s3://ann:hunter2@bucket/people",
                             "POSTGRES://ann:hunter2@h/d/t",
                             "postgres://ann:12/hunter2@h/d/t",
                             "postgres://ann:12/a/hunter2@h/d/t"}) {
        const std::string why = refusal(text);
        EXPECT_NE(why, "") << text;
        EXPECT_EQ(why.find("hunter2"), std::string::npos) << why;
        EXPECT_EQ(why.find("ann"), std::string::npos) << why;
    }
    EXPECT_NE(refusal("x/MySQL://ann@h").find("mysql://..."), std::string::npos);
}

TEST(SourceAddress, QueriesAndQuotedNamesHoldAddresses) {
    EXPECT_EQ(parse_address("odbc:d/(SELECT 'http://x' AS a)")->query, "SELECT 'http://x' AS a");
    EXPECT_EQ(parse_address("duckdb:x.db/\"http://x\"")->table, "http://x");
    EXPECT_EQ(parse_address("postgresql://h/d/(SELECT 'a@b')")->query, "SELECT 'a@b'");
}

TEST(SourceAddress, ShownWithoutItsUser) {
    EXPECT_EQ(shown(*parse_address("postgresql://ann@h:1/d/s.t")), "postgresql://h:1/d/s.t");
    EXPECT_EQ(shown(*parse_address("odbc:d/t")), "odbc:d/t");
}

TEST(SourceAddress, WhatLacksAPartIsRefused) {
    for (const char* text : {"odbc:",
                             "odbc:d",
                             "odbc:d/",
                             "odbc:/t",
                             "odbc:d/.t",
                             "odbc:d/s.",
                             "odbc:d/a.b.c",
                             "odbc:d/\"a",
                             "odbc:d/\"a\"b",
                             "odbc:d/()",
                             "duckdb:t",
                             "postgresql:///d/t",
                             "postgresql://h/d",
                             "postgresql://h//t",
                             "postgresql://h:0/d/t",
                             "postgresql://h:70000/d/t",
                             "postgresql://h:1x/d/t",
                             "postgresql://[::1/d/t",
                             "postgresql://h/d%0/t",
                             "postgresql://h/d%00/t"}) {
        EXPECT_NE(refusal(text), "") << text;
    }
}

}  // namespace
}  // namespace kanon::engine
