// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/connection.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/release/private_tables.hpp"

#include "unit/engine/engine_test.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTest;
using testing_with::Rows;

/// The text without U+1F600, which not all names may have.
std::string without_wide(std::string text) {
    const std::string wide = "\U0001F600";
    const std::size_t at = text.find(wide);
    return at == std::string::npos ? text : text.erase(at, wide.size());
}

/// A query that counts ten thousand million rows.
std::string endless() {
    std::string ten = "(SELECT 0 AS x";
    for (int i = 1; i < 10; ++i) {
        ten += " UNION ALL SELECT " + std::to_string(i);
    }
    std::string from;
    for (int i = 0; i < 10; ++i) {
        from += (i == 0 ? "" : ", ") + ten + ") t" + std::to_string(i);
    }
    return "SELECT sum(t0.x + t9.x) FROM " + from;
}

class EngineConnection : public EngineTest {};

TEST_P(EngineConnection, HostileNamesAndValuesComeBackAsTheyWere) {
    const auto connection = open();
    const Dialect& dialect = connection->dialect();
    std::string printed;
    for (char character = ' '; character <= '~'; ++character) {
        printed += character;
    }
    for (const std::string& text : std::vector<std::string>{"a",
                                                            "\"`'; DROP TABLE x; --",
                                                            "\\\\'",
                                                            "äß\U0001F600\u00A0",
                                                            " a ",
                                                            "{fn now()} {d '2020-01-01'} \"? ?",
                                                            printed.substr(0, 50),
                                                            printed.substr(50)}) {
        const std::string name = quoted_name(dialect, "x" + without_wide(text) + "x");
        const std::string sql = "SELECT " + text_of(dialect, name) + " FROM (SELECT " +
                                literal(dialect, text) + " AS " + name + ") t";
        EXPECT_EQ(rows(*connection, sql), (Rows{{"'" + text + "'"}})) << sql;
    }
}

TEST_P(EngineConnection, TextsDifferByEveryByteAndMissingIsNull) {
    const auto connection = open();
    const Dialect& dialect = connection->dialect();
    const auto alike = [&](std::string_view a, std::string_view b) {
        const std::string test = same(dialect, text_of(dialect, a), text_of(dialect, b));
        return rows(*connection, "SELECT CASE WHEN " + test + " THEN 'y' ELSE 'n' END") ==
               Rows{{"'y'"}};
    };
    EXPECT_TRUE(alike("'a'", "'a'"));
    EXPECT_TRUE(alike("12", "'12'"));
    EXPECT_TRUE(alike("NULL", "''"));
    EXPECT_FALSE(alike("'a'", "'A'"));
    EXPECT_FALSE(alike("'a'", "'a '"));
    EXPECT_FALSE(alike("'1.50'", "'1.5'"));
    EXPECT_FALSE(alike("NULL", "'NULL'"));
}

TEST_P(EngineConnection, LongAndMissingCellsAreWhole) {
    const auto connection = open();
    for (const std::size_t length : {1022U, 1023U, 1024U, 1025U, 5000U}) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i) {
            text += "\U0001F600x";
        }
        EXPECT_EQ(
            rows(*connection,
                 "SELECT " + literal(connection->dialect(), text) + ", NULL, 9007199254740993"),
            (Rows{{"'" + text + "'", "NULL", "'9007199254740993'"}}));
    }
}

TEST_P(EngineConnection, WhatIsNotCommittedIsNotKept) {
    const auto connection = open();
    if (connection->dialect().name == "clickhouse") {
        GTEST_SKIP() << "skipped: the engine has no transactions";
    }
    make_table(*connection, "kanon_kept", {{"a", "INTEGER"}});
    connection->begin();
    connection->execute("INSERT INTO kanon_kept VALUES (1)");
    connection->roll_back();
    EXPECT_EQ(rows(*connection, "SELECT a FROM kanon_kept"), Rows{});
    connection->begin();
    connection->execute("INSERT INTO kanon_kept VALUES (2)");
    connection->commit();
    {
        const auto other = open();
        other->begin();
        other->execute("INSERT INTO kanon_kept VALUES (3)");
    }
    EXPECT_EQ(rows(*connection, "SELECT a FROM kanon_kept"), (Rows{{"'2'"}}));
    connection->execute("DROP TABLE kanon_kept");
}

TEST_P(EngineConnection, ColumnsOfAQueryHaveItsNames) {
    const auto connection = open();
    const Dialect& dialect = connection->dialect();
    const std::vector<std::string> names{
        "a", "a.b", "\"`'; --", "Größe\u00A0", std::string(60, 'n')};
    std::string sql;
    for (const std::string& name : names) {
        sql += (sql.empty() ? "SELECT " : ", ") + ("1 AS " + quoted_name(dialect, name));
    }
    EXPECT_EQ(connection->columns(sql), names);
    EXPECT_EQ(connection->columns("SELECT t.* FROM (" + sql + ") t"), names);
    make_table(*connection,
               "kanon_points",
               {{quoted_name(dialect, "a.b.c"), "INTEGER"}, {"b", "INTEGER"}});
    EXPECT_EQ(connection->columns("SELECT * FROM kanon_points"),
              (std::vector<std::string>{"a.b.c", "b"}));
    connection->execute("DROP TABLE kanon_points");
    if (dialect.name == "clickhouse") {
        EXPECT_THROW(static_cast<void>(connection->columns("SELECT 1 AS a, 2 AS a")), EngineFault);
    } else {
        EXPECT_EQ(connection->columns("SELECT 1 AS a, 2 AS a"),
                  (std::vector<std::string>{"a", "a"}));
    }
    EXPECT_EQ(connection->columns(endless()).size(), 1U) << "no row is looked at";
    EXPECT_THROW(static_cast<void>(connection->columns("SELECT * FROM kanon_no_such_table")),
                 EngineFault);
    EXPECT_EQ(rows(*connection, "SELECT 1"), (Rows{{"'1'"}}));
}

TEST_P(EngineConnection, FaultsAreTheEnginesWords) {
    const auto connection = open();
    EXPECT_THROW(connection->execute("SELECT a FROM kanon_no_such_table"), EngineFault);
    EXPECT_EQ(rows(*connection, "SELECT 1"), (Rows{{"'1'"}}));
    EXPECT_THROW(static_cast<void>(connect({.database = "kanon_no_such_dsn"}, context_)),
                 EngineFault);
    EXPECT_THROW(static_cast<void>(connect({.database = "made;PWD=x"}, context_)), Error);
}

TEST_P(EngineConnection, AStatementThatRunsIsCancelled) {
    const auto connection = open();
    std::jthread later([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        cancel_ = true;
    });
    try {
        connection->query(endless(), [](std::span<const Cell>) {});
        FAIL() << "ran to its end";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
}

TEST_P(EngineConnection, FaultsOfTheMachineAreToldByTheirState) {
    const auto connection = open();
    if (connection->dialect().name != "sqlite") {
        GTEST_SKIP() << "skipped: other drivers give states by themselves";
    }
    connection->execute("PRAGMA query_only = 1");
    try {
        connection->execute("CREATE TABLE kanon_not_made (a INTEGER)");
        FAIL() << "written";
    } catch (const EngineFault& fault) {
        EXPECT_EQ(fault.state(), "25006") << fault.what();
    }
}

TEST_P(EngineConnection, ALostSessionIsToldByItsState) {
    const auto connection = open();
    const std::string_view engine = connection->dialect().name;
    if (engine != "postgresql" && engine != "mariadb") {
        GTEST_SKIP() << "skipped: no server that a session could lose";
    }
    const std::string kill = engine == "mariadb" ? "KILL CONNECTION CONNECTION_ID()"
                                                 : "SELECT pg_terminate_backend(pg_backend_pid())";
    EXPECT_THROW(connection->execute(kill), EngineFault);
    try {
        connection->query("SELECT 1", [](std::span<const Cell>) {});
        FAIL() << "still connected";
    } catch (const EngineFault& fault) {
        EXPECT_EQ(fault.state().substr(0, 2), "08") << fault.state() << ": " << fault.what();
    }
}

/// Takes a table for a session alone until that ends.
void lock(Connection& session, const std::string& table) {
    if (session.dialect().name == "mariadb") {
        session.execute("LOCK TABLES " + table + " WRITE");
        return;
    }
    if (session.dialect().name == "sqlite") {
        session.execute("BEGIN EXCLUSIVE");
        return;
    }
    session.begin();
    session.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
}

void unlock(Connection& session) {
    if (session.dialect().name == "mariadb") {
        session.execute("UNLOCK TABLES");
    } else if (session.dialect().name == "sqlite") {
        session.execute("ROLLBACK");
    } else {
        session.roll_back();
    }
}

/// How many sessions wait for a lock.
std::string waiting(std::string_view engine) {
    return engine == "mariadb"
               ? "SELECT count(*) FROM information_schema.processlist WHERE state LIKE 'Waiting "
                 "for %lock%'"
               : "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
}

bool is_server(const Connection& connection) {
    return connection.dialect().name == "postgresql" || connection.dialect().name == "mariadb";
}

TEST_P(EngineConnection, AWaitForALockIsToldAndACancelEndsItAtTheServer) {
    const auto holder = open();
    if (!is_server(*holder) && holder->dialect().name != "sqlite") {
        GTEST_SKIP() << "skipped: no session waits for another";
    }
    make_table(*holder, "kanon_locked", {{"a", "INTEGER"}});
    std::mutex mutex;
    std::string told;
    const RunContext context{.cancel = &cancel_, .progress = [&](const Progress& progress) {
                                 const std::lock_guard guard(mutex);
                                 told = progress.stage;
                                 cancel_ = cancel_ || told.starts_with("waiting for a lock");
                             }};
    const auto waiter = connect({.kind = kind(), .database = database_, .table = "t"}, context);
    const std::string engine(holder->dialect().name);
    for (const bool is_run : {true, false}) {
        if (!is_run && engine != "postgresql") {
            continue;  // others prepare a statement without a lock
        }
        lock(*holder, "kanon_locked");
        cancel_ = false;
        try {
            if (is_run) {
                waiter->query("SELECT a FROM kanon_locked", [](std::span<const Cell>) {});
            } else {
                static_cast<void>(waiter->columns("SELECT * FROM kanon_locked"));
            }
            FAIL() << "did not wait";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::cancelled);
        }
        EXPECT_NE(told.find("on odbc:"), std::string::npos) << told;
        cancel_ = false;
        if (is_server(*holder)) {
            EXPECT_EQ(rows(*waiter, waiting(engine)), (Rows{{"'0'"}})) << "nothing is left waiting";
        }
        unlock(*holder);
    }
    holder->execute("DROP TABLE kanon_locked");
}

TEST_P(EngineConnection, SettingsOfASessionGoWithEachTransaction) {
    const auto connection = open();
    if (connection->dialect().name != "postgresql") {
        GTEST_SKIP() << "skipped: nothing is set";
    }
    const std::string own =
        "SELECT name, setting, source FROM pg_settings WHERE source = 'session' AND name IN "
        "('work_mem', 'hash_mem_multiplier', 'enable_nestloop', 'enable_mergejoin', "
        "'enable_sort', 'jit', 'cursor_tuple_fraction', 'parallel_setup_cost', "
        "'parallel_tuple_cost', 'client_connection_check_interval', "
        "'default_transaction_isolation') "
        "ORDER BY 1";
    EXPECT_EQ(rows(*connection, "SHOW enable_nestloop"), (Rows{{"'off'"}}));
    connection->begin();
    EXPECT_EQ(rows(*connection, "SHOW transaction_isolation"), (Rows{{"'repeatable read'"}}));
    EXPECT_EQ(rows(*connection, "SHOW work_mem"), (Rows{{"'2MB'"}}));
    connection->commit();
    // What the session has beyond transactions comes back where a statement ends one.
    EXPECT_TRUE(connection->clean_up("CREATE TABLE kanon_session AS " + own));
    EXPECT_EQ(rows(*connection, "SELECT * FROM kanon_session"), Rows{});
    connection->execute("DROP TABLE kanon_session");
}

TEST_P(EngineConnection, PrivateTablesOfALostSessionAreDroppedByAnother) {
    const auto other = open();
    if (!is_server(*other)) {
        GTEST_SKIP() << "skipped: no server that a session could lose";
    }
    const auto lost = open();
    const bool is_mariadb = other->dialect().name == "mariadb";
    const std::string id = rows(*lost,
                                is_mariadb ? "SELECT CONVERT(CONNECTION_ID() USING utf8mb4)"
                                           : "SELECT pg_backend_pid()")[0][0];
    PrivateTables tables(*lost, "");
    const std::string made = tables.make("a INTEGER");
    lost->execute("INSERT INTO " + made + " VALUES (1)");
    const std::string number = id.substr(1, id.size() - 2);
    other->execute(is_mariadb ? "KILL " + number : "SELECT pg_terminate_backend(" + number + ")");
    EXPECT_THROW(lost->execute("INSERT INTO " + made + " VALUES (2)"), EngineFault);
    EXPECT_EQ(tables.undo(), std::vector<std::string>());
    EXPECT_THROW(static_cast<void>(other->columns("SELECT * FROM " + made)), EngineFault);
}

TEST(EmbeddedClickhouse, GivesEveryByteAsItIs) {
    if (testing_with::embedded_clickhouse_library().empty()) {
        GTEST_SKIP() << "skipped: no embedded ClickHouse here (KANON_LIBCHDB, third_party/chdb); "
                        "`./dev test full` brings it";
    }
    const auto folder =
        std::filesystem::path(testing::TempDir()) / ("kanon_chdb_" + std::to_string(getpid()));
    const RunContext context;
    std::string found;
    {
        const testing_with::EmbeddedClickhouse running(folder);
        const auto connection =
            connect({.database = testing_with::kEmbeddedClickhouse, .table = "t"}, context);
        connection->query("SELECT char(number), NULL, '' FROM numbers(256) ORDER BY number",
                          [&](std::span<const Cell> cells) {
                              ASSERT_EQ(cells.size(), 3U);
                              found += cells[0].value();
                              EXPECT_EQ(cells[1], Cell());
                              EXPECT_EQ(cells[2], Cell(""));
                          });
    }
    std::filesystem::remove_all(folder);
    ASSERT_EQ(found.size(), 256U);
    for (std::size_t byte = 0; byte < found.size(); ++byte) {
        EXPECT_EQ(static_cast<unsigned char>(found[byte]), byte);
    }
}

INSTANTIATE_TEST_SUITE_P(, EngineConnection, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
