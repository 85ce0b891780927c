// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/column_types.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/connection/odbc_types.hpp"
#include "kanon/engine/dialect/declared_types.hpp"
#include "kanon/engine/dialect/sql_pattern.hpp"
#include "kanon/engine/rows/read_rows.hpp"

#include "unit/engine/engine_test.hpp"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTableTest;

/// A type, and two values of it that differ.
struct Pair {
    std::string type;
    std::string a;
    std::string b;
};

const std::map<std::string, std::vector<Pair>, std::less<>>& pairs_of_engines() {
    static const std::map<std::string, std::vector<Pair>, std::less<>> pairs{
        {"sqlite",
         {{"INTEGER", "9007199254740993", "9007199254740992"},
          {"REAL", "0.1 + 0.2", "0.3"},
          {"REAL", "9e999", "-9e999"},
          {"TEXT", "'a'", "'a '"},
          {"TEXT", "'A'", "'a'"},
          {"BLOB", "X'00'", "X'0000'"},
          {"BLOB", "X'FF41'", "X'FE41'"},
          {"", "X'41'", "'A'"},
          {"", "1", "1.0"}}},
        {"duckdb",
         {{"HUGEINT", "170141183460469231731687303715884105727", "1"},
          {"DECIMAL(38, 1)", "1.5", "1.4"},
          {"FLOAT", "16777216", "16777214"},
          {"DOUBLE", "0.1::DOUBLE + 0.2::DOUBLE", "0.3"},
          {"TIMESTAMP_NS", "'2020-01-01 00:00:00.000000001'", "'2020-01-01 00:00:00'"},
          {"TIMESTAMPTZ", "'2024-10-27 02:30:00+02'", "'2024-10-27 02:30:00+01'"},
          {"TIMETZ", "'10:00:00+02'", "'10:00:00+01'"},
          {"INTERVAL", "INTERVAL 1 MONTH", "INTERVAL 31 DAY"},
          {"ENUM('a', 'b')", "'a'", "'b'"},
          {"UUID", "'00000000-0000-0000-0000-000000000001'", "uuid()"},
          {"BIT", "'0101'", "'101'"},
          {"BLOB", "'\\x00'", "'\\x00\\x00'"},
          {"BLOB", "'\\x5Cx41'::BLOB", "'A'::BLOB"}}},
        {"postgresql",
         {{"numeric", "1.50", "1.5"},
          {"real", "16777216", "16777214"},
          {"double precision", "0.1::float8 + 0.2::float8", "0.3"},
          {"double precision", "'NaN'", "'Infinity'"},
          {"timestamptz", "'2024-10-27 02:30:00+02'", "'2024-10-27 02:30:00+01'"},
          {"timetz", "'10:00:00+02'", "'10:00:00+01'"},
          {"interval", "'1 mon'", "'30 days'"},
          {"char(3)", "'a'", "'b'"},
          {"\"char\"", "'a'", "'b'"},
          {"bytea", "'\\x00'", "'\\x0000'"},
          {"bit(3)", "B'001'", "B'011'"},
          {"uuid", "'00000000-0000-0000-0000-000000000001'", "gen_random_uuid()"},
          {"inet", "'10.0.0.1'", "'10.0.0.1/8'"},
          {"json", "'{\"a\": 1}'", "'{\"a\":1}'"},
          {"jsonb", "'{\"a\": 1}'", "'{\"a\": 2}'"},
          {"xml", "'<a/>'", "'<b/>'"}}},
        {"mariadb",
         {{"TINYINT(1)", "0", "2"},
          {"MEDIUMINT", "0", "2"},
          {"BIGINT UNSIGNED", "18446744073709551615", "18446744073709551614"},
          {"DECIMAL(20, 2)", "1.5", "1.49"},
          {"FLOAT", "16777216", "16777214"},
          {"FLOAT", "0.1", "0.2"},
          {"DOUBLE", "0.1e0 + 0.2e0", "0.3e0"},
          {"BIT(1)", "0", "1"},
          {"BIT(64)", "0", "18446744073709551615"},
          {"BINARY(2)", "X'0001'", "X'0002'"},
          {"VARBINARY(9)", "X''", "X'00'"},
          {"VARBINARY(9)", "X'FF41'", "X'FE41'"},
          {"LONGBLOB", "X'00'", "X'0000'"},
          {"CHAR(3)", "'a'", "'A'"},
          {"VARCHAR(9) CHARACTER SET latin1", "'é'", "'è'"},
          {"TEXT", "CONCAT(REPEAT('x', 5000), 'a')", "CONCAT(REPEAT('x', 5000), 'b')"},
          {"ENUM('a', 'b')", "'a'", "'b'"},
          {"SET('a', 'b')", "'a'", "'a,b'"},
          {"JSON", "'{\"a\": 1}'", "'{\"a\":1}'"},
          {"UUID", "'00000000-0000-0000-0000-000000000001'", "uuid()"},
          {"INET6", "'::1'", "'::2'"},
          {"YEAR", "2000", "2001"},
          {"DATE", "'0000-00-00'", "'2000-01-01'"},
          {"TIME(6)", "'10:00:00.000001'", "'10:00:00'"},
          {"DATETIME(6)", "'2020-01-01 10:00:00.000001'", "'2020-01-01 10:00:00'"}}},
        {"clickhouse",
         {{"Float64", "0.1 + 0.2", "0.3"},
          {"Decimal(9, 2)", "1.5", "1.49"},
          {"FixedString(2)", "'ab'", "'ac'"},
          {"UUID", "'00000000-0000-0000-0000-000000000001'", "generateUUIDv4()"}}},
    };
    return pairs;
}

/// A type that is not read, and a value of it.
const std::map<std::string, std::vector<std::pair<std::string, std::string>>, std::less<>>&
odd_types() {
    static const std::
        map<std::string, std::vector<std::pair<std::string, std::string>>, std::less<>>
            odd{{"duckdb",
                 {{"VARCHAR[]", "['a']"},
                  {"INTEGER[2]", "[1, 2]"},
                  {"DECIMAL(10,2)[]", "[1]"},
                  {"STRUCT(a INTEGER)", "{'a': 1}"}}},
                {"postgresql",
                 {{"text[]", "'{a}'"},
                  {"point", "'(1,2)'"},
                  {"int4range", "'[1,2)'"},
                  {"tsvector", "'a'"}}},
                {"mariadb", {{"POINT", "ST_PointFromText('POINT(0 1)')"}}},
                {"clickhouse", {{"Array(String)", "['a']"}, {"Tuple(Int8)", "tuple(1)"}}}};
    return odd;
}

class ColumnTypes : public EngineTableTest {
protected:
    void make_of(const std::string& type, const std::vector<std::string>& values) const {
        drop();
        connection_->execute("CREATE TABLE " + name(kTable) + " (v " + type + ")" +
                             std::string(connection_->dialect().table_options));
        for (const std::string& value : values) {
            connection_->execute("INSERT INTO " + name(kTable) + " VALUES (" + value + ")");
        }
    }

    [[nodiscard]] EngineTable read() const {
        return read_rows(std::array{SourcePart{connection_.get(), {.table = kTable}}}, {});
    }

    [[nodiscard]] std::string fault() const {
        try {
            static_cast<void>(read());
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    template <class Map>
    [[nodiscard]] typename Map::mapped_type of_engine(const Map& map) const {
        const auto found = map.find(connection_->dialect().name);
        return found == map.end() ? typename Map::mapped_type{} : found->second;
    }
};

TEST_P(ColumnTypes, DifferentValuesNeverHaveOneText) {
    for (const Pair& pair : of_engine(pairs_of_engines())) {
        SCOPED_TRACE(pair.type + ": " + pair.a + ", " + pair.b);
        make_of(pair.type, {pair.a, pair.b, pair.a});
        ASSERT_EQ(fault(), "");
        const EngineTable table = read();
        EXPECT_EQ(table.read.table.row_count(), 2U);
        EXPECT_FALSE(table.read.table.column(0).dictionary->missing().has_value());
    }
}

TEST_P(ColumnTypes, OthersAreRefusedByName) {
    for (const auto& [type, value] : of_engine(odd_types())) {
        SCOPED_TRACE(type);
        make_of(type, {value});
        EXPECT_NE(fault().find("'v': is of type "), std::string::npos) << fault();
        EXPECT_NE(fault().find("which is not read"), std::string::npos) << fault();
    }
}

TEST_P(ColumnTypes, BytesBesideTextsThatSayTheSameAreRefused) {
    if (connection_->dialect().name != "sqlite") {
        GTEST_SKIP() << "skipped: cells of one column have one type";
    }
    make_of("", {"X'41'", "'0x41'"});
    EXPECT_NE(fault().find("'v': holds different values that the engine spells alike"),
              std::string::npos)
        << fault();
}

TEST_P(ColumnTypes, TextsWithNulAreRefusedByTheColumn) {
    const std::string_view dialect = connection_->dialect().name;
    if (dialect == "postgresql" || dialect == "clickhouse") {
        GTEST_SKIP() << "skipped: no such texts, or drivers that do not cut them";
    }
    const std::string nul = dialect == "sqlite"   ? "char(0) || 'a'"
                            : dialect == "duckdb" ? "chr(0) || 'a'"
                                                  : "CONCAT(CHAR(0), 'a')";
    make_of("VARCHAR(20)", {nul, "'b'"});
    EXPECT_NE(fault().find("'v': holds a text with a NUL byte"), std::string::npos) << fault();
}

TEST_P(ColumnTypes, AreDeclaredAsTheyWere) {
    if (connection_->dialect().name != "sqlite") {
        GTEST_SKIP() << "skipped: types of SQLite, which may be any words";
    }
    connection_->execute("CREATE TABLE " + name(kTable) +
                         " (a DECIMAL(10, 2), b \"odd, type\", c, d VARCHAR(7), e AS (1) STORED, f "
                         "\"INT) --\")");
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    EXPECT_EQ(
        declared_types(*connection_, {.quoted = name(kTable), .name = kTable}, names),
        (std::vector<std::string>{"DECIMAL(10, 2)", "NUMERIC", "", "VARCHAR(7)", "", "INTEGER"}));
    EXPECT_TRUE(takes_star(connection_->dialect(), "varchar(7)"));
    EXPECT_TRUE(takes_star(connection_->dialect(), ""));
    EXPECT_FALSE(takes_star(connection_->dialect(), "CHARINT"));
    EXPECT_FALSE(takes_star(connection_->dialect(), "BLOB"));
}

TEST(ColumnType, OfMariadbTakesAStarIfItIsText) {
    const Dialect& dialect = find_dialect("mariadb");
    EXPECT_TRUE(takes_star(dialect, "varchar(5) COLLATE latin1_swedish_ci NULL"));
    EXPECT_TRUE(takes_star(dialect, "mediumtext NULL"));
    EXPECT_FALSE(takes_star(dialect, "enum('char') NULL"));
    EXPECT_FALSE(takes_star(dialect, "uuid NULL"));
}

TEST(ColumnType, HasTheWordOfOdbc) {
    EXPECT_EQ(word_of_type(SQL_WVARCHAR), "WVARCHAR");
    EXPECT_EQ(word_of_type(-151), "type -151");
}

TEST(SqlPattern, IsFilledInEachPlace) {
    EXPECT_EQ(with_pattern("CASE WHEN {} = {} THEN 1 END", "a{}"),
              "CASE WHEN a{} = a{} THEN 1 END");
    EXPECT_EQ(with_pattern("", "a"), "");
}

INSTANTIATE_TEST_SUITE_P(Engines, ColumnTypes, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
