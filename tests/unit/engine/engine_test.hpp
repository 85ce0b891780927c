// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/io/reading/database.hpp"

#include "unit/engine/chdb_connection.hpp"
#include <gtest/gtest.h>
#include <sqlext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::engine::testing_with {

using Rows = std::vector<std::vector<std::string>>;

/// True if the driver is known to unixODBC.
inline bool has_driver(const std::string& wanted) {
    SQLHANDLE environment = SQL_NULL_HANDLE;
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment);
    SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, reinterpret_cast<SQLPOINTER>(3), 0);
    std::array<SQLCHAR, 256> name{};
    std::array<SQLCHAR, 1024> rest{};
    SQLSMALLINT length = 0;
    bool found = false;
    for (SQLUSMALLINT how = SQL_FETCH_FIRST; SQL_SUCCEEDED(
             SQLDrivers(environment, how, name.data(), 256, &length, rest.data(), 1024, &length));
         how = SQL_FETCH_NEXT) {
        found = found || wanted == reinterpret_cast<const char*>(name.data());
    }
    SQLFreeHandle(SQL_HANDLE_ENV, environment);
    return found;
}

inline void make_duckdb(const std::string& path) {
    const RunContext context;
    io::Database database(1, context);
    database.execute("ATTACH " + io::sql_literal(path) + " AS made");
}

/// The engines that a run of the tests has.
enum class Engine : std::uint8_t {
    odbc,        ///< SQLite, or that of KANON_TEST_DSN
    duckdb,      ///< a file of its own
    clickhouse,  ///< embedded
};

/// A DSN `made`, and `made_2` and `made_3`, for new SQLite databases; or, where KANON_TEST_DSN is
/// set, the DSN of that name.
class EngineTest : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("kanon_engine_" + std::to_string(getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        if (GetParam() == Engine::clickhouse) {
            database_ = kEmbeddedClickhouse;
            clickhouse_ = std::make_unique<EmbeddedClickhouse>(folder_ / "clickhouse");
            return;
        }
        if (GetParam() == Engine::duckdb) {
            database_ = folder_ / "it's.db";
            make_duckdb(database_);
            return;
        }
        if (const char* const given = std::getenv("KANON_TEST_DSN")) {
            database_ = given;
            return;
        }
        if (!has_driver("SQLite3")) {
            GTEST_SKIP() << "skipped: no ODBC driver for SQLite here (libsqliteodbc)";
        }
        std::ofstream ini(folder_ / "odbc.ini");
        for (const std::string name : {"made", "made_2", "made_3"}) {
            ini << "[" << name << "]\nDriver=SQLite3\nDatabase=" << (folder_ / name).string()
                << ".db\n";
        }
        ini.close();
        setenv("ODBCINI", (folder_ / "odbc.ini").c_str(), 1);
    }

    void TearDown() override {
        clickhouse_.reset();
        std::filesystem::remove_all(folder_);
    }

    /// What connects to the engine; `odbc:` reaches the embedded one too.
    static SourceAddress::Kind kind() {
        return GetParam() == Engine::duckdb ? SourceAddress::Kind::duckdb
                                            : SourceAddress::Kind::odbc;
    }

    /// Before the database in addresses.
    static std::string scheme() { return GetParam() == Engine::duckdb ? "duckdb:" : "odbc:"; }

    [[nodiscard]] std::unique_ptr<Connection> open() const {
        return connect({.kind = kind(), .database = database_, .table = "t"}, context_);
    }

    /// A table of columns, of types that may be NULL where they are so in SQL.
    static void make_table(Connection& connection,
                           const std::string& name,
                           const std::vector<std::pair<std::string, std::string>>& columns) {
        const bool says_null = connection.dialect().name == "clickhouse";
        std::string listed;
        for (const auto& [column, type] : columns) {
            listed.append(listed.empty() ? "" : ", ").append(column).append(" ").append(type);
            listed += says_null ? " NULL" : "";
        }
        connection.execute("CREATE TABLE " + name + " (" + listed + ")" +
                           std::string(connection.dialect().table_options));
    }

    /// An UPDATE as the engine has it.
    static std::string changing(const Dialect& dialect,
                                const std::string& table,
                                const std::string& change,
                                const std::string& where) {
        return dialect.name == "clickhouse"
                   ? "ALTER TABLE " + table + " UPDATE " + change + " WHERE " + where +
                         " SETTINGS mutations_sync = 1"
                   : "UPDATE " + table + " SET " + change + " WHERE " + where;
    }

    static Rows rows(Connection& connection, const std::string& sql) {
        Rows out;
        connection.query(sql, [&](std::span<const Cell> cells) {
            out.emplace_back();
            for (const Cell& cell : cells) {
                out.back().emplace_back(cell ? "'" + std::string(*cell) + "'" : "NULL");
            }
        });
        return out;
    }

    std::string database_ = "made";
    std::filesystem::path folder_;
    std::unique_ptr<EmbeddedClickhouse> clickhouse_;
    std::atomic<bool> cancel_ = false;
    RunContext context_{.cancel = &cancel_};
};

using Text = std::optional<std::string>;

/// A table of two columns of texts with names that need quotes, in whatever collation the engine
/// has by default; none at first.
class EngineTableTest : public EngineTest {
protected:
    void SetUp() override {
        EngineTest::SetUp();
        if (!IsSkipped()) {
            connection_ = open();
            drop();
        }
    }

    void TearDown() override {
        drop();
        connection_.reset();
        EngineTest::TearDown();
    }

    void drop() const {
        if (connection_) {
            connection_->execute("DROP TABLE IF EXISTS " + name(kTable));
        }
    }

    [[nodiscard]] std::string name(const std::string& text) const {
        return quoted_name(connection_->dialect(), text);
    }

    void make(const std::vector<std::vector<Text>>& cells) const {
        const std::string type =
            connection_->dialect().name == "sqlite" ? "TEXT COLLATE NOCASE" : "VARCHAR(200)";
        make_table(
            *connection_, name(kTable), {{name(kColumns[0]), type}, {name(kColumns[1]), type}});
        std::string rows;
        for (const auto& row : cells) {
            std::string values;
            for (const Text& cell : row) {
                values += (values.empty() ? "" : ", ") +
                          (cell ? literal(connection_->dialect(), *cell) : "NULL");
            }
            rows.append(rows.empty() ? "(" : ", (").append(values).append(")");
        }
        if (!rows.empty()) {
            connection_->execute("INSERT INTO " + name(kTable) + " VALUES " + rows);
        }
    }

    const std::string kTable = "kanon \"; DROP`t";
    const std::vector<std::string> kColumns{"select", "Größe \"'`;x"};
    std::unique_ptr<Connection> connection_;
};

/// SQLite through unixODBC, DuckDB, and ClickHouse where its embedded build is.
inline auto engines() {
    std::vector<Engine> out{Engine::odbc, Engine::duckdb};
    if (!embedded_clickhouse_library().empty()) {
        out.push_back(Engine::clickhouse);
    }
    return testing::ValuesIn(out);
}

inline std::string engine_name(const testing::TestParamInfo<Engine>& param) {
    using enum Engine;
    return param.param == odbc ? "odbc" : param.param == duckdb ? "duckdb" : "clickhouse";
}

}  // namespace kanon::engine::testing_with
